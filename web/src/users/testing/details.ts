import { paise } from '@bittkosh/contract/money'
import type { UserDetails } from '@bittkosh/contract/users'

const none = paise(0n)

/** A person without any history, as an admin reads them. */
export const details: UserDetails = {
  user: {
    id: 7,
    name: 'Asha Rao',
    email: 'asha@example.in',
    phone: '+919812345678',
    role: 'user',
    balance: none,
    is_active: true,
    frozen_at: null,
    referral_code: 'ABCD2345',
    referred_by: null,
    created_at: new Date(0),
    updated_at: null,
    govt_ids: [],
    marks: { flags: [], assigned_to: null },
  },
  statistics: { total_deposits: none, total_withdrawals: none, pending_deposits: none, pending_withdrawals: none },
  balances: { wallet: none, flexible: none, invested: none, held: none },
  usual: { largest: null, limit: paise(2_00_000_00n) },
  standing: {
    email_verified: true,
    phone_verified: true,
    money_paused_until: null,
    last_sign_in_at: null,
    largest_deposit: null,
    largest_withdrawal: null,
    rejected_requests: 0,
    linked: [],
  },
  investments: {
    crypto: { total_invested: none, active_investments: 0, total_profit: none, investments: [] },
    flexible: { current_balance: none, total_profit: none, locked_bonus: none },
  },
  referrals: {
    total_referrals: 0,
    active_referrals: 0,
    total_rewards: none,
    profit_share: none,
    referred_by: null,
    referral_detailed: [],
    referred_users: [],
  },
}
