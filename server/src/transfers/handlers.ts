import { add } from '@bittkosh/contract/money'
import * as calls from '@bittkosh/contract/transfers'
import { maskName, type OpenTransfer, quoteTransfer } from '@bittkosh/contract/transfers'
import { contactsOf, moneyStopsOf } from '../auth/actions.ts'
import { kycState } from '../kyc/actions.ts'
import { balancesOf } from '../ledger/balances.ts'
import { type Movement, transferCompleted } from '../ledger/movements.ts'
import { post } from '../ledger/post.ts'
import { mail, text } from '../mails/actions.ts'
import { notices, type PersonalNotice } from '../notifications/actions.ts'
import type { Tx, Db } from '../platform/database/database.ts'
import { type Answer, type Call, read, type Route, type TxOf, write, writeTogether } from '../platform/http/http.ts'
import { type KeptRefusal, accept, refuse, refuseAndKeep } from '../platform/http/refuse.ts'
import type { Judged } from '../platform/http/together.ts'
import type { Services } from '../platform/services.ts'
import { newCode } from '../platform/identity/codes.ts'
import type { Member } from '../platform/identity/sessions.ts'
import { codeMatches, hashCode } from './otp.ts'
import {
  countWrongCode,
  endTransfer,
  expireOpen,
  findOpenTransfer,
  freezeSender,
  insertTransfer,
  keepCode,
  gatherConfirmations,
  gatherOpening,
  guessesOf,
  lockConfirmations,
  lockOpening,
  recentRecipients,
  sentToday,
  transfersCompleted,
  type TransferRow,
} from './queries.ts'
import {
  judgeTransfer,
  FROZEN_MS,
  isFrozen,
  judgeCode,
  leftOf,
  limitsOf,
  OTP_LIFE_MS,
  overLimit,
  receivedNotice,
  triesLeft,
  usageWithinBatch,
  type Verdict,
} from './rules.ts'

export const routes: Route[] = [
  read(calls.transferTerms, transferTerms),
  write(calls.initiateTransfer, initiateTransfer),
  writeTogether(calls.verifyTransfer, verifyTransfer),
]

export async function transferTerms(
  { user, at, settings, services }: Call<typeof calls.transferTerms>,
  db: Db,
): Promise<Answer<typeof calls.transferTerms>> {
  const limits = limitsOf(settings)
  const [balances, { frozenUntil, wrongCodesToday }, stops, kyc, open, sent, recent] = await Promise.all([
    balancesOf(db, user.id),
    guessesOf(db, user.id, at),
    moneyStopsOf(db, user.id, at),
    kycState(db, user.id),
    findOpenTransfer(db, user.id),
    sentToday(db, user.id, at),
    recentRecipients(db, user.id),
  ])
  return {
    email_verified: user.emailVerified,
    balance: balances.wallet,
    fee_percentage: settings.percent('transfer_fee_percentage'),
    open_transfer: open && open.expiresAt > at ? serializeOpen({ ...open, wrongCodesToday }, at) : null,
    code_by_sms: await getsTexts(db, user, services),
    recent_recipients: recent,
    daily_limit: limits.day,
    left_today: leftOf(limits.day, sent),
    new_recipient_limit: limits.newRecipients,
    kyc_revoked: kyc.revoked,
    paused_until: stops.pausedUntil,
    is_frozen: stops.isFrozen,
    frozen_until: isFrozen(frozenUntil, at) ? frozenUntil : null,
  }
}

export async function initiateTransfer(
  { user, body, at, settings, services }: Call<typeof calls.initiateTransfer>,
  tx: TxOf<typeof calls.initiateTransfer>,
): Promise<Answer<typeof calls.initiateTransfer>> {
  const feeRate = settings.percent('transfer_fee_percentage')
  const quote = quoteTransfer({ amount: body.amount, feeRate })
  const asked = { sender: user.id, to: body.recipient, config: services.config }
  await lockOpening(tx, asked)
  const { receiver: found, wrongCodesToday, facts } = await gatherOpening(tx, { ...asked, now: at })
  const { receiver } = accept(
    tx,
    judgeTransfer({
      now: at,
      emailVerified: user.emailVerified,
      sender: user.id,
      receiver: found?.id ?? null,
      quote,
      limits: limitsOf(settings),
      ...facts,
    }),
  )
  const receiverMasked = maskName(found?.name ?? '')
  const expiresAt = new Date(at.getTime() + OTP_LIFE_MS)
  const { amount, fee } = quote
  await expireOpen(tx, user.id, at)
  const id = await insertTransfer(tx, {
    sender: user.id,
    receiver,
    receiverMasked,
    amount,
    fee,
    feeRate,
    note: body.note || null,
    expiresAt,
    at,
  })
  const code = newCode()
  await keepCode(tx, id, hashCode(services.config, code, { id, sender: user.id, receiver, amount, fee }))
  const opened = serializeOpen({ id, receiverMasked, amount, fee, expiresAt, wrongCodes: 0, wrongCodesToday }, at)
  await sendCode(tx, { code, sender: user, receiver, opened, at, services })
  return opened
}

/** One or several senders' codes, judged under the locks of all. Money received by one cannot be sent by the next. */
export async function verifyTransfer(
  asked: readonly Verify[],
  tx: TxOf<typeof calls.verifyTransfer>,
  at: Date,
): Promise<Judged<Answer<typeof calls.verifyTransfer>, Completed>> {
  const confirmations = asked.map(({ user, body }) => ({ sender: user.id, transfer: body.transfer_id }))
  await lockConfirmations(tx, confirmations)
  const found = await gatherConfirmations(tx, confirmations, at)
  const batch = usageWithinBatch()
  const judge = ({ user, body, settings, services }: Verify, n: number) => {
    const row = found[n]
    if (!row) return { otherwise: async () => refuse(tx, 'not_found') }
    const { transfer, facts, used } = row
    const { id, number, receiver, amount, fee, note } = transfer
    const total = add(amount, fee)
    const verdict = judgeCode({
      now: at,
      emailVerified: user.emailVerified,
      status: transfer.status,
      expiresAt: transfer.expiresAt,
      codeMatches: codeMatches(services.config, body.otp, { ...transfer, sender: user.id }),
      wrongCodes: transfer.wrongCodes,
      total,
      overLimit: overLimit(amount, { used: batch.withAll(used, receiver), limits: limitsOf(settings) }),
      ...facts,
    })
    if (verdict.verdict !== 'complete') return { otherwise: () => turnDown(tx, { user, id, verdict, at }) }
    batch.take(amount, receiver)
    const shown = { id, number, receiver_name: transfer.receiverName, amount, fee, total_deducted: total }
    return {
      reply: { transfer: { ...shown, completed_at: at } },
      completed: {
        id,
        movement: transferCompleted({ id, sender: user.id, receiver, amount, fee }),
        notice: { user: receiver, ...receivedNotice({ id, sender: user.name, amount, note }) },
      },
    }
  }
  return {
    each: asked.map(judge),
    write(completed, others) {
      const ids = completed.map(({ id }) => id)
      const received = completed.map(({ notice }) => notice)
      const movements = completed.map(({ movement }) => movement)
      return post(tx, at, movements, { alongside: [transfersCompleted(at, ids), notices(at, received), ...others] })
    },
  }
}

type Verify = Call<typeof calls.verifyTransfer>
type Completed = { id: number; movement: Movement; notice: PersonalNotice }

/** What remains after a code that does not complete its transfer. */
async function turnDown(
  tx: TxOf<typeof calls.verifyTransfer>,
  { user, id, verdict, at }: { user: Member; id: number; verdict: Exclude<Verdict, { verdict: 'complete' }>; at: Date },
): Promise<KeptRefusal> {
  switch (verdict.verdict) {
    case 'refused':
      return refuse(tx, verdict.refused)
    case 'ended':
      await endTransfer(tx, id, { ...verdict, at })
      return refuseAndKeep(tx, verdict.refused)
    case 'wrong':
      await countWrongCode(tx, { id, sender: user.id, at })
      if (verdict.ends) await endTransfer(tx, id, { status: 'failed', failure: 'wrong_codes', at })
      if (verdict.freezes) await freeze(tx, user, at)
      return refuseAndKeep(tx, verdict.refused)
  }
}

function serializeOpen(
  transfer: Pick<TransferRow, 'id' | 'receiverMasked' | 'amount' | 'fee' | 'expiresAt' | 'wrongCodes'> & {
    wrongCodesToday: number
  },
  now: Date,
): OpenTransfer {
  return {
    transfer_id: transfer.id,
    receiver_name: transfer.receiverMasked,
    amount: transfer.amount,
    fee: transfer.fee,
    total_deducted: add(transfer.amount, transfer.fee),
    expires_at: transfer.expiresAt,
    seconds_left: Math.ceil((transfer.expiresAt.getTime() - now.getTime()) / 1000),
    tries_left: triesLeft(transfer),
  }
}

async function sendCode(
  tx: Tx,
  {
    code,
    sender,
    receiver: about,
    opened,
    at,
    services,
  }: {
    code: string
    sender: Member
    receiver: number
    opened: OpenTransfer
    at: Date
    services: Pick<Services, 'config'>
  },
): Promise<void> {
  const { amount, receiver_name: receiver, total_deducted: total, expires_at: uselessAfter } = opened
  const record = { kind: 'transfer', id: opened.transfer_id } as const
  await mail(tx, at, {
    to: sender,
    kind: 'transfer_code',
    values: { code, amount, receiver, total },
    uselessAfter,
    about,
    record,
  })
  if (!(await getsTexts(tx, sender, services))) return
  await text(tx, at, { to: sender, kind: 'transfer_code', values: { code, amount, receiver }, uselessAfter, record })
}

/** Whether codes go by SMS too: if there is a gateway, and the number is proven to be this person's. */
async function getsTexts(db: Db | Tx, { id }: Member, { config }: Pick<Services, 'config'>): Promise<boolean> {
  return config.smsUrl !== null && (await contactsOf(db, id, config)).phoneVerified
}

/** Ten wrong codes in 24 hours: somebody is guessing, so the owner gets a mail. */
async function freeze(tx: Tx, sender: Member, at: Date): Promise<void> {
  const until = new Date(at.getTime() + FROZEN_MS)
  await freezeSender(tx, sender.id, until)
  await mail(tx, at, { to: sender, kind: 'bittpay_paused', values: {} })
}
