/** BittPay: mostly completed, some whose code was not entered in time or was wrong, the latest still open. */
import { add, type Paise, paise, ZERO } from '@bittkosh/contract/money'
import { dayOf, startOfDay } from '@bittkosh/contract/time'
import { maskName, OTP_TRIES, quoteTransfer } from '@bittkosh/contract/transfers'
import { transferCompleted } from '../../../server/src/ledger/movements.ts'
import {
  judgeTransfer,
  judgeCode,
  limitsOf,
  OTP_LIFE_MS,
  overLimit,
  receivedNotice,
  type Used,
} from '../../../server/src/transfers/rules.ts'
import { digestOf } from '../people.ts'
import type { Person, Transfer } from './lives.ts'
import { partOf } from './payments.ts'
import { momentOf, move, tell, type Wave } from './wave.ts'

const DAY_MS = 86_400_000

/** Sends nothing that BittPay refuses: to oneself, to somebody inactive, above the wallet or above a limit. */
export function send(wave: Wave, person: Person): void {
  const { random, present, lives, catalogue, ids, at, isLast } = wave
  const receiver = present[Math.floor(random() * present.length)]
  if (!receiver) return
  const limits = limitsOf(catalogue.settings)
  const most = paise(person.wallet / 3n)
  const amount = partOf(random, {
    least: paise(10_000n),
    most: most < limits.newRecipients ? most : limits.newRecipients,
  })
  const feeRate = catalogue.settings.percent('transfer_fee_percentage')
  const quote = quoteTransfer({ amount, feeRate })
  const created = momentOf(wave, person)
  const used = usedOfLimits(lives.transfers, { sender: person.id, receiver: receiver.id, now: created })
  const open = {
    emailVerified: true,
    frozenUntil: null,
    isFrozen: false,
    pausedUntil: null,
    kycRevoked: false,
    balance: person.wallet,
  }
  const { isActive } = receiver
  if (
    'refused' in
    judgeTransfer({
      ...open,
      now: created,
      sender: person.id,
      receiver: isActive ? receiver.id : null,
      quote,
      used,
      limits,
    })
  )
    return
  const chance = random()
  const isOpen = isLast && chance < 0.3
  const createdAt = isOpen ? new Date(at.getTime() - 30_000) : created
  const transfer: Transfer = {
    id: ids.next('balance_transfers'),
    sender_id: person.id,
    receiver_id: receiver.id,
    amount,
    fee: quote.fee,
    fee_rate_ppm: feeRate,
    receiver_masked: maskName(receiver.name),
    status: 'pending',
    otp_hash: isOpen ? digestOf(`code ${person.number}`) : null, // it was sent to nobody: no code matches
    wrong_codes: 0,
    failure: null,
    otp_expires_at: new Date(createdAt.getTime() + OTP_LIFE_MS),
    created_at: createdAt,
    ended_at: null,
  }
  lives.transfers.push(transfer)
  if (isOpen) return
  const isLate = chance >= 0.8 && chance < 0.92
  const endedAt = isLate
    ? transfer.otp_expires_at
    : new Date(createdAt.getTime() + 60_000 + Math.floor(random() * 120_000))
  const verdict = judgeCode({
    ...open,
    now: endedAt,
    status: transfer.status,
    expiresAt: transfer.otp_expires_at,
    codeMatches: chance < 0.8,
    wrongCodes: OTP_TRIES - 1,
    wrongCodesToday: 0,
    receiverActive: isActive,
    total: quote.total,
    overLimit: overLimit(amount, { used, limits }),
  })
  transfer.ended_at = endedAt
  switch (verdict.verdict) {
    case 'ended':
      return void Object.assign(transfer, {
        status: verdict.status,
        failure: 'failure' in verdict ? verdict.failure : null,
      })
    case 'wrong':
      return void Object.assign(transfer, { status: 'failed', failure: 'wrong_codes', wrong_codes: OTP_TRIES })
    case 'refused':
      throw new Error(`the plan of the demo breaks a rule: ${verdict.refused.code}`)
    case 'complete':
  }
  transfer.status = 'completed'
  const { id } = transfer
  move(wave, transferCompleted({ id, sender: person.id, receiver: receiver.id, amount, fee: quote.fee }))
  tell(wave, receiver.id, receivedNotice({ id, sender: person.name, amount, note: null }))
}

/** The equivalent of `usedOfLimits` in the database, within the batch. */
function usedOfLimits(
  transfers: readonly Transfer[],
  { sender, receiver, now }: { sender: number; receiver: number; now: Date },
): Used {
  const today = startOfDay(dayOf(now))
  const dayAgo = new Date(now.getTime() - DAY_MS)
  const known = new Set<number>()
  const recent: Transfer[] = []
  for (const one of transfers) {
    if (one.status !== 'completed' || !one.ended_at) continue
    if (one.sender_id === sender && one.ended_at <= dayAgo) known.add(one.receiver_id)
    if (one.ended_at > dayAgo || one.ended_at >= today) recent.push(one)
  }
  const sum = (fits: (one: Transfer) => boolean): Paise => add(ZERO, ...recent.filter(fits).map((one) => one.amount))
  const isToday = ({ ended_at }: Transfer) => ended_at !== null && ended_at >= today
  return {
    sentToday: sum((one) => one.sender_id === sender && isToday(one)),
    sentToNew: sum((one) => one.sender_id === sender && !known.has(one.receiver_id)),
    recipientIsNew: !known.has(receiver),
    receivedToday: sum((one) => one.receiver_id === receiver && isToday(one)),
    allToday: sum(isToday),
  }
}
