/**
 * Calls that a stranger can make about somebody's address or number, and the kinds of people for whom the replies must be the same:
 * in status, text and size (tests/enumeration.test.ts) and in time (bench/enumeration.ts). The specification's own sentences reveal
 * some things (docs/security.md#passwords-tokens-and-codes); these are the others.
 */

/** Whose address it is: nobody's, a user's (verified, unverified or deactivated), an admin's. */
export type Kind = 'nobody' | 'proven' | 'unproven' | 'inactive' | 'admin'
export type Contact = { email: string; phone: string }

export type Pair = {
  name: string
  path: string
  /** The caller is signed in and has money. */
  isMember?: true
  body: (about: Contact) => unknown
  /** The first is compared with each of the others. */
  kinds: readonly [Kind, ...Kind[]]
}

const PASSWORD = 'a-wrong-passphrase'
let strangers = 0

export const pairs: readonly Pair[] = [
  {
    name: 'sign in by e-mail',
    path: '/login',
    body: ({ email }) => ({ login: email, password: PASSWORD }),
    kinds: ['nobody', 'proven', 'inactive', 'unproven', 'admin'],
  },
  {
    name: 'sign in by phone',
    path: '/login',
    body: ({ phone }) => ({ login: phone, password: PASSWORD }),
    kinds: ['nobody', 'proven', 'inactive', 'unproven', 'admin'],
  },
  {
    name: 'forgotten password',
    path: '/forgot-password',
    body: ({ email }) => ({ email }),
    kinds: ['nobody', 'proven', 'inactive', 'unproven', 'admin'],
  },
  {
    // The reply says that it is taken, but not by whom.
    name: 'register a taken e-mail',
    path: '/register',
    body: ({ email }) => ({ name: 'Asha Rao', email, phone: freshPhone(), password: PASSWORD }),
    kinds: ['proven', 'unproven', 'inactive', 'admin'],
  },
  {
    name: 'BittPay recipient by e-mail',
    path: '/balance-transfer/initiate',
    isMember: true,
    body: ({ email }) => ({ recipient: email, amount: 1 }),
    kinds: ['nobody', 'unproven', 'inactive', 'admin'],
  },
  {
    name: 'BittPay recipient by phone',
    path: '/balance-transfer/initiate',
    isMember: true,
    body: ({ phone }) => ({ recipient: phone, amount: 1 }),
    kinds: ['nobody', 'unproven', 'inactive', 'admin'],
  },
]

function freshPhone(): string {
  return `+9194${String(strangers++).padStart(8, '0')}`
}
