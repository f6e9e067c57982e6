/** Codes that prove an e-mail address or phone number, and accounts that lose a contact they never proved. */
import { timingSafeEqual } from 'node:crypto'
import { CONTACT_CODE_MINUTES } from '@bittkosh/contract/verification'
import type { Language } from '@bittkosh/contract/language'
import { recordWithoutAdmin } from '../audit/actions.ts'
import type { Config } from '../config.ts'
import { mail, text } from '../mails/actions.ts'
import { notify } from '../notifications/actions.ts'
import type { Tx } from '../platform/database/database.ts'
import { keyRing } from '../platform/files/keys.ts'
import { newCode } from '../platform/identity/codes.ts'
import { type Channel, releaseContact } from './accounts.ts'
import { insertCode, releasePhone } from './contactQueries.ts'

type Recipient = { id: number; email: string; phone: string; language: Language }

/** Sends a new code to a contact; earlier codes stop working. */
export async function sendContactCode(
  tx: Tx,
  at: Date,
  { to, channel, config }: { to: Recipient; channel: Channel; config: Config },
): Promise<void> {
  const code = newCode()
  const expiresAt = new Date(at.getTime() + CONTACT_CODE_MINUTES * 60_000)
  const hash = hashContactCode(config, code, { user: to.id, contact: to[channel] })
  await insertCode(tx, { user: to.id, channel, hash, at, expiresAt })
  const message = { values: { code }, uselessAfter: expiresAt }
  if (channel === 'email') await mail(tx, at, { to, kind: 'email_code', ...message })
  else await text(tx, at, { to, kind: 'phone_code', ...message })
}

export function contactCodeMatches(
  config: Config,
  code: string,
  sent: { user: number; contact: string; hash: Buffer },
): boolean {
  return timingSafeEqual(sent.hash, hashContactCode(config, code, sent))
}

/** Bound to account and contact: after a change of the address, a code for the old one proves nothing. */
function hashContactCode(config: Config, code: string, { user, contact }: { user: number; contact: string }): Buffer {
  return keyRing(config).sign(['contact code', user, contact, code].join('|'))
}

/** Takes a phone number that is being registered away from an account that never proved it. */
export async function makeRoomForPhone(tx: Tx, at: Date, phone: string): Promise<void> {
  const holder = await releasePhone(tx, phone)
  if (holder !== undefined) await notifyOfLoss(tx, at, holder, 'phone')
}

/** Takes an address that somebody else has proven away from the account that held it unproven. */
export async function loseEmail(tx: Tx, at: Date, user: number): Promise<void> {
  await releaseContact(tx, { user, channel: 'email' })
  await notifyOfLoss(tx, at, user, 'email')
}

async function notifyOfLoss(tx: Tx, at: Date, user: number, contact: Channel): Promise<void> {
  recordWithoutAdmin(tx, { at, address: null }, { action: `user lost ${contact}`, subject: 'user', subjectId: user })
  await notify(tx, at, { user, kind: 'contact_lost', values: { contact } })
}
