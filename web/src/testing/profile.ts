import type { profile } from '@bittkosh/contract/profile'
import type * as z from 'zod/mini'

type Sent = z.input<typeof profile>

/** Asha's account as the server sends it: contacts proven, no money, no documents, with the given changes. */
export function sentProfile(change: Partial<Sent> = {}): Sent {
  return {
    name: 'Asha',
    email: 'asha@example.in',
    phone: '+919812345678',
    email_verified: true,
    phone_verified: true,
    balance: 0,
    referral_code: 'ASHA',
    refer_link: 'https://bittkosh.example/register?ref=ASHA',
    govt_ids: [],
    welcome_bonus: null,
    closes_on: null,
    must_change_password: false,
    ...change,
  }
}
