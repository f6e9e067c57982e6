/** Deposits and packages: money that people say they have paid, and what admins find of it. */
import { add, paise, ZERO } from '@bittkosh/contract/money'
import { quotePackage } from '@bittkosh/contract/packages'
import { depositReasons } from '@bittkosh/contract/reasons'
import { depositApproved, packageApproved, packageBonus } from '../../../server/src/ledger/movements.ts'
import { pick } from '../people.ts'
import type { Deposit, Person } from './lives.ts'
import { methodOf, referenceOf, roundAmount } from './payments.ts'
import { move, record, rowOf, tell, type Wave } from './wave.ts'

export function requestDeposit(wave: Wave, person: Person): void {
  const { random, catalogue, lives, waiting } = wave
  const { settings, packages } = catalogue
  const type = methodOf(random)
  const ofType = catalogue.methods.filter((one) => one.type === type)
  const method = pick(random, ofType.length > 0 ? ofType : catalogue.methods)
  const bought = packages.length > 0 && random() < 0.2 ? pick(random, packages) : null
  const rate = method.type === 'crypto' ? settings.rupees('usdt_value') : null
  const asked = bought?.amount ?? roundAmount(random, settings.rupees('min_deposit_limit'))
  // whole cents of USDT, so that amount and rate agree
  const usdt = rate === null || bought ? null : (asked / rate + 1n) * 1_000_000n
  const deposit: Deposit = {
    ...rowOf(wave, person),
    status: 'pending',
    preset: null,
    method,
    bought,
    amount: usdt !== null && rate !== null ? paise((usdt / 1_000_000n) * rate) : asked,
    approved: null,
    bonus: ZERO,
    reference: referenceOf(person, method.type),
    usdt: rate === null ? null : { amount: usdt ?? (asked * 1_000_000n) / rate, rate },
  }
  lives.deposits.push(deposit)
  waiting.deposits.push(deposit)
}

export function decideDeposit(wave: Wave, deposit: Deposit): void {
  const status = wave.random() < 0.1 ? 'rejected' : 'approved'
  deposit.decidedAt = wave.at
  deposit.status = status
  if (status === 'rejected') reject(wave, deposit)
  else approve(wave, deposit)
  record(wave, () => ({
    action: `deposit ${status}`,
    subject: 'deposit',
    subjectId: deposit.id,
    before: { status: 'pending', requested_amount: deposit.amount },
    after: {
      status,
      approved_amount: deposit.approved,
      bonus: deposit.bonus,
      transaction_id: deposit.reference,
      rejection_preset: deposit.preset,
    },
    reason: deposit.note,
  }))
}

function reject(wave: Wave, deposit: Deposit): void {
  deposit.preset = pick(wave.random, depositReasons)
  const { person, bought, amount, preset, note } = deposit
  const values = { amount, package: bought?.name ?? null, preset, note }
  tell(wave, person, () => ({ kind: 'deposit_rejected', values, about: deposit.id }))
}

function approve(wave: Wave, deposit: Deposit): void {
  const { person, bought, method } = deposit
  const amount = wave.random() < 0.05 ? paise(deposit.amount - 5_000n) : deposit.amount
  const bonus = bought ? quotePackage({ amount, bonus: bought.bonus }).bonus : ZERO
  deposit.approved = amount
  deposit.note = amount === deposit.amount ? null : 'The amount that arrived.'
  deposit.bonus = bonus
  person.deposited = add(person.deposited, amount)
  const credit = () => ({ id: deposit.id, user: person.id, method: method.type, amount })
  move(wave, () => (bought ? packageApproved(credit()) : depositApproved(credit())))
  if (bonus > 0n) move(wave, () => packageBonus({ id: deposit.id, user: person.id, bonus }))
  wave.incoming.push([person, add(amount, bonus)])
  const values = { amount, bonus, package: bought?.name ?? null, note: deposit.note }
  tell(wave, person, () => ({ kind: 'deposit_approved', values, about: deposit.id }))
}
