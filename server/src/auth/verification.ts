/** Proving one's own e-mail address and phone number over HTTP (docs/rules.md#proven-contacts). */
import * as calls from '@bittkosh/contract/verification'
import { CONTACT_CODE_TRIES, type Verification } from '@bittkosh/contract/verification'
import type { Db, Tx } from '../platform/database/database.ts'
import { type Answer, type Call, read, type Route, type TxOf, write } from '../platform/http/http.ts'
import { type KeptRefusal, refuse, refuseAndKeep, refuseTooMany } from '../platform/http/refuse.ts'
import type { Member } from '../platform/identity/sessions.ts'
import type { Services } from '../platform/services.ts'
import { contactCodeMatches, sendContactCode } from './contacts.ts'
import type { Channel } from './accounts.ts'
import { codesOf, contactsOf, countWrongCode, markProven } from './contactQueries.ts'
import { CODES_COUNTED_MS, judgeContactCode, secondsToNextCode, type SentCode } from './rules.ts'

export const verificationRoutes: Route[] = [
  read(calls.getVerification, getVerification),
  // The caller's row is locked first, so that codes and tries are counted one after the other.
  write(calls.verifyEmail, verifyEmail, { changesCaller: true }),
  write(calls.resendEmailCode, resendEmailCode, { changesCaller: true }),
  write(calls.verifyPhone, verifyPhone, { changesCaller: true }),
  write(calls.resendPhoneCode, resendPhoneCode, { changesCaller: true }),
]

export async function getVerification(
  call: Call<typeof calls.getVerification>,
  db: Db,
): Promise<Answer<typeof calls.getVerification>> {
  return verificationOf(db, call)
}

export async function verifyEmail(
  call: Call<typeof calls.verifyEmail>,
  tx: TxOf<typeof calls.verifyEmail>,
): Promise<Answer<typeof calls.verifyEmail> | KeptRefusal> {
  return prove(call, tx, 'email')
}

export async function resendEmailCode(
  call: Call<typeof calls.resendEmailCode>,
  tx: TxOf<typeof calls.resendEmailCode>,
): Promise<Answer<typeof calls.resendEmailCode>> {
  return resend(call, tx, 'email')
}

export async function verifyPhone(
  call: Call<typeof calls.verifyPhone>,
  tx: TxOf<typeof calls.verifyPhone>,
): Promise<Answer<typeof calls.verifyPhone> | KeptRefusal> {
  return prove(call, tx, 'phone')
}

export async function resendPhoneCode(
  call: Call<typeof calls.resendPhoneCode>,
  tx: TxOf<typeof calls.resendPhoneCode>,
): Promise<Answer<typeof calls.resendPhoneCode>> {
  if (call.services.config.smsUrl === null) return refuse(tx, 'phone_by_identity')
  return resend(call, tx, 'phone')
}

type MyCall = { user: Member; at: Date; services: Pick<Services, 'config'> }

async function prove(
  call: MyCall & { body: { code: string } },
  tx: TxOf<typeof calls.verifyEmail>,
  channel: Channel,
): Promise<Verification | KeptRefusal> {
  const { user, at, body, services } = call
  const contacts = await contactsOf(tx, user.id, services.config)
  if (contacts[`${channel}Verified`]) return verificationOf(tx, call) // a second tab was first
  const [sent] = await codesSent(tx, call, channel)
  const matches =
    sent !== undefined &&
    contactCodeMatches(services.config, body.code, { user: user.id, contact: contacts[channel], hash: sent.hash })
  const verdict = judgeContactCode({ now: at, sent, matches })
  switch (verdict.verdict) {
    case 'refused':
      return refuse(tx, verdict.refused)
    case 'wrong':
      await countWrongCode(tx, verdict.id)
      return refuseAndKeep(tx, verdict.refused)
    case 'proven':
      await markProven(tx, at, { user: user.id, channel })
      return verificationOf(tx, call)
    default:
      return verdict satisfies never
  }
}

async function resend(call: MyCall, tx: Tx, channel: Channel): Promise<Verification> {
  const { user, at, services } = call
  const contacts = await contactsOf(tx, user.id, services.config)
  if (contacts[`${channel}Verified`]) return verificationOf(tx, call)
  const waitSeconds = secondsToNextCode(await codesSent(tx, call, channel), at)
  if (waitSeconds > 0) refuseTooMany(waitSeconds)
  await sendContactCode(tx, at, { to: { ...user, ...contacts }, channel, config: services.config })
  return verificationOf(tx, call)
}

async function verificationOf(db: Db | Tx, call: MyCall): Promise<Verification> {
  const { user, at, services } = call
  const { emailVerified, phoneVerified } = await contactsOf(db, user.id, services.config)
  const stateOf = async (channel: Channel, verified: boolean) => {
    const codes = verified ? [] : await codesSent(db, call, channel)
    return { verified, code: liveCode(codes[0], at), resend_in_seconds: secondsToNextCode(codes, at) }
  }
  return {
    email: await stateOf('email', emailVerified),
    phone: {
      ...(await stateOf('phone', phoneVerified)),
      by: services.config.smsUrl === null ? 'identity' : 'code',
    },
  }
}

function codesSent(db: Db | Tx, { user, at }: MyCall, channel: Channel): Promise<SentCode[]> {
  return codesOf(db, { user: user.id, channel, since: new Date(at.getTime() - CODES_COUNTED_MS) })
}

function liveCode(sent: SentCode | undefined, now: Date) {
  if (!sent || sent.expiresAt <= now || sent.wrongCodes >= CONTACT_CODE_TRIES) return null
  return {
    seconds_left: Math.ceil((sent.expiresAt.getTime() - now.getTime()) / 1000),
    tries_left: CONTACT_CODE_TRIES - sent.wrongCodes,
  }
}
