/** The mails and short messages of the program: kinds with values, worded when they are queued (words/mails.ts). */
import type { AlertKind } from './alerts.ts'
import type { AuditField } from './audit.ts'
import type { IdType } from './kyc.ts'
import type { Paise } from './money.ts'
import type { Role } from './roles.ts'

/** Null where the address is not proven: whoever typed the name may be a stranger to whoever reads the mail. */
type Greeted = { name: string | null }

export type MailValues = {
  /** To an address that somebody registered with: its body begins with the code. */
  email_code: { code: string }
  /** To an address that is held by an account which never proved it, when somebody else registers with it. */
  email_claim: { link: string }
  /** An administrator set it, its owner changed it, or a mailed link did. */
  password_changed: Greeted & { way: 'by_admin' | 'changed' | 'reset' }
  /** By an administrator; goes to the old address and the new one alike. */
  contacts_changed: Greeted & { changed: readonly ('email' | 'phone')[] }
  /** A sign-in from a device that the account did not know; what the browser says of itself, null where it says nothing. */
  new_device: Greeted & { device: string | null; at: Date; link: string }
  password_reset_link: Greeted & { link: string }
  deposit_reversed: Greeted & { amount: Paise; bonus: Paise; reason: string }
  kyc_revoked: Greeted & { document: IdType; reason: string }
  /** Its owner set it up or removed it, or another administrator reset it. */
  second_factor: Greeted & { way: 'set_up' | 'removed' | 'reset' }
  /** To every admin: a swapped payee is the costliest fraud there is. */
  method_changed: {
    isNew: boolean
    by: string
    method: string
    changes: readonly { field: AuditField; from: string | null; to: string | null }[]
  }
  /** To the owners, and to the admin whose roles they are. */
  admin_roles: { change: 'made' | 'changed'; by: string; admin: string; roles: readonly Role[] }
  /**
   * To the owners: the database lacks what it had acknowledged. `first`: the first of what is missing, as the log names
   * it.
   */
  commits_lost: { count: number; first: string }
  /** To an admin; `more`: how many others of its kind there are since the last mail about it. No figures, no names. */
  alert: { kind: AlertKind; record: number | null; more: number; link: string }
  /** Its body begins with the code, so that a notification shows it. */
  transfer_code: { code: string; amount: Paise; receiver: string; total: Paise }
  bittpay_paused: Record<never, never>
  /** By an administrator; why is not said. */
  money_frozen: Greeted
  money_unfrozen: Greeted
  /** To the admin who made it: what came of it, and why it was declined or could not be done. */
  proposal_decided: {
    name: string
    act: { action: string; amount: Paise | null }
    status: 'approved' | 'declined' | 'stale'
    by: string
    reason: string | null
  }
  /** To a visitor who wrote to support: the address is not proven, so nothing that was typed stands in it. */
  contact_confirm: { link: string }
  /** An answer of the team; its words are left out where the address is not proven. */
  support_answer: { words: string | null; link: string }
  /** A payout that the bank sent back: amount and fee are in the wallet again. */
  withdrawal_returned: Greeted & { amount: Paise; reason: string; link: string }
}
export type MailKind = keyof MailValues
/** A mail of whatever kind, with its values. */
export type Letter = { [K in MailKind]: { kind: K; values: MailValues[K] } }[MailKind]
/** A mail that a decision sends. */
export type RequestLetter = Extract<Letter, { kind: 'deposit_reversed' | 'kyc_revoked' }>
export type MailText = { subject: string; body: string }
/** The words of one language: a kind without them does not compile. */
export type MailWords = { [K in MailKind]: (values: MailValues[K]) => MailText }

export type TextValues = {
  phone_code: { code: string }
  transfer_code: { code: string; amount: Paise; receiver: string }
}
export type TextKind = keyof TextValues
