/** The program's mails and short messages: kinds with values, worded when they are queued (words/mails.ts). */
import type { AlertKind } from './alerts.ts'
import type { AuditField } from './audit.ts'
import type { IdType } from './kyc.ts'
import type { Paise } from './money.ts'
import type { Role } from './roles.ts'
import type { Device } from './words/devices.ts'

/** Null if the address is not proven: the name may have been typed by a stranger to the recipient. */
type Greeted = { name: string | null }

export type MailValues = {
  /** To an address used in a registration: its body begins with the code. */
  email_code: { code: string }
  /** To an address held by an account that never proved it, when somebody else registers with it. */
  email_claim: { link: string }
  /** Changed by an administrator, by the owner, or through a mailed link. */
  password_changed: Greeted & { way: 'by_admin' | 'changed' | 'reset' }
  /** Changed by an administrator; sent to both the old and the new address. */
  contacts_changed: Greeted & { changed: readonly ('email' | 'phone')[] }
  /** A sign-in from a device that is new to the account; as its browser describes it. */
  new_device: Greeted & { device: Device; at: Date; link: string }
  password_reset_link: Greeted & { link: string }
  deposit_reversed: Greeted & { amount: Paise; bonus: Paise; reason: string }
  kyc_revoked: Greeted & { document: IdType; reason: string }
  /** Set up or removed by its owner, or reset by another administrator. */
  second_factor: Greeted & { way: 'set_up' | 'removed' | 'reset' }
  /** To every admin, because a swapped payee is the costliest fraud there is. */
  method_changed: {
    isNew: boolean
    by: string
    method: string
    changes: readonly { field: AuditField; from: string | null; to: string | null }[]
  }
  /** To the owners, and to the admin whose roles were set. */
  admin_roles: { change: 'made' | 'changed'; by: string; admin: string; roles: readonly Role[] }
  /**
   * To the owners: the database lacks transactions that it had acknowledged. `first`: the first missing one, as the log
   * names it.
   */
  commits_lost: { count: number; first: string }
  /** To an admin; `more`: how many others of its kind there were since the last mail about it. No figures, no names. */
  alert: { kind: AlertKind; record: number | null; more: number; link: string }
  /** Its body begins with the code, so that a notification shows it. */
  transfer_code: { code: string; amount: Paise; receiver: string; total: Paise }
  bittpay_paused: Record<never, never>
  /** The owner, or somebody who knows their password, asked for the account to be closed on this day. */
  closing_asked: Greeted & { day: string; link: string }
  /** The day has come, and the account holds something. */
  closing_lapsed: Greeted & { because: 'money' | 'requests' }
  /** Done by an administrator; the mail does not state the reason. */
  money_frozen: Greeted
  money_unfrozen: Greeted
  /** To the admin who made it: its outcome, and why it was declined or could not be done. */
  proposal_decided: {
    name: string
    act: { action: string; amount: Paise | null }
    status: 'approved' | 'declined' | 'stale'
    by: string
    reason: string | null
  }
  /** To a visitor who wrote to support: the address is not proven, so the mail contains none of the typed text. */
  contact_confirm: { link: string }
  /** An answer from the team; its text is left out if the address is not proven. */
  support_answer: { words: string | null; link: string }
  /** A payout that the bank returned: amount and fee are back in the wallet. */
  withdrawal_returned: Greeted & { amount: Paise; reason: string; link: string }
}
export type MailKind = keyof MailValues
/** A mail of any kind, with its values. */
export type Letter = { [K in MailKind]: { kind: K; values: MailValues[K] } }[MailKind]
/** A mail that a decision sends. */
export type RequestLetter = Extract<Letter, { kind: 'deposit_reversed' | 'kyc_revoked' }>
export type MailText = { subject: string; body: string }
/** The texts in one language: a kind without one does not compile. */
export type MailWords = { [K in MailKind]: (values: MailValues[K]) => MailText }

export type TextValues = {
  phone_code: { code: string }
  transfer_code: { code: string; amount: Paise; receiver: string }
}
export type TextKind = keyof TextValues
