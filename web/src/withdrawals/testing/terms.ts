import { paise, ppm } from '@bittkosh/contract/money'
import type { Terms } from '../draft.ts'

/** For a user who may withdraw, and last withdrew to a UPI ID. */
export const terms: Terms = {
  email_verified: true,
  kyc_approved: true,
  kyc_status: 'approved',
  paused_until: null,
  is_frozen: false,
  balance: paise(10_000_00n),
  minimum: paise(500_00n),
  new_payee_limit: paise(200_000_00n),
  fee_percentage: ppm(70_000n),
  usdt_rate: paise(90_50n),
  usdt_rate_is_fallback: false,
  saved_details: { upi: { upi_id: 'asha@okhdfc' }, bank: null, crypto: null },
}
