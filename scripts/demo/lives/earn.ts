/** Earn: the welcome bonus, money moved in and out, and each night's interest. */
import { fromPrincipal, moved, settle } from '@bittkosh/contract/flexible'
import { add, type Paise, paise, subtract, ZERO } from '@bittkosh/contract/money'
import { addDays, daysBetween } from '@bittkosh/contract/time'
import { endOfDay } from '../../../server/src/flexible/queries.ts'
import {
  flexibleDeposited,
  flexibleWithdrawn,
  interestPosted,
  welcomeBonus,
} from '../../../server/src/ledger/movements.ts'
import type { Earn, EarnMove, Person } from './lives.ts'
import { partOf } from './payments.ts'
import { payShares, reward } from './referrals.ts'
import { type Batch, move, rowOf, type Wave } from './wave.ts'
import { EARN_DAYS } from './waves.ts'

const BONUS_DAYS = 14 // the welcome bonus was introduced so long ago

export function welcome(wave: Wave, person: Person): void {
  const { day, today, catalogue } = wave
  const amount = catalogue.settings.rupees('welcome_bonus')
  if (daysBetween(day, today) >= BONUS_DAYS || amount === ZERO) return
  person.earn = { ...emptyEarn(day), balance: amount, principal: amount, bonus: amount }
  move(wave, () => welcomeBonus({ user: person.id, amount }))
}

export function moveIntoEarn(wave: Wave, person: Person): void {
  const { day, today, random, catalogue } = wave
  if (daysBetween(day, today) >= EARN_DAYS) return
  const least = catalogue.settings.rupees('flexible_minimum_deposit')
  const amount = partOf(random, { least, most: person.wallet })
  if (amount > catalogue.settings.rupees('flexible_maximum_deposit') || amount > person.wallet) return
  const earn = person.earn ?? emptyEarn(day)
  const after = moved(earn, day, amount)
  person.earn = { ...earn, ...after, principal: add(earn.principal, amount) }
  person.wallet = subtract(person.wallet, amount)
  if (person.deposited > 0n) person.movedToEarn = add(person.movedToEarn, amount)
  const made: EarnMove = { ...rowOf(wave, person), type: 'deposit', amount, balanceAfter: after.balance }
  wave.lives.earnMoves.push(made)
  move(wave, () => flexibleDeposited({ id: made.id, user: person.id, amount }))
  reward(wave, person)
}

export function takeFromEarn(wave: Wave, person: Person): void {
  const { earn } = person
  const free = earn ? subtract(earn.balance, earn.bonus) : ZERO
  if (!earn || free < 20_000n) return
  const amount = partOf(wave.random, { least: paise(10_000n), most: free })
  const after = moved(earn, wave.day, paise(-amount))
  const principal = subtract(earn.principal, fromPrincipal({ amount, principal: earn.principal }))
  person.earn = { ...earn, ...after, principal }
  const made: EarnMove = { ...rowOf(wave, person), type: 'withdraw', amount, balanceAfter: after.balance }
  wave.lives.earnMoves.push(made)
  move(wave, () => flexibleWithdrawn({ id: made.id, user: person.id, amount }))
  wave.incoming.push([person, amount])
}

/** Every night's interest up to that of `day`: one movement for all, then the referrers' shares, just after midnight. */
export function payInterestThrough({ lives, catalogue: { settings, rateOn } }: Batch, day: string): void {
  const nights = new Map<string, { person: Person; profit: Paise }[]>()
  for (const person of lives.people) {
    if (!person.earn) continue
    const { days, state } = settle(person.earn, day, rateOn)
    let { profitTotal } = person.earn
    for (const one of days) {
      person.days.push(one)
      profitTotal = add(profitTotal, one.posted)
      if (one.posted === ZERO) continue
      const night = nights.get(one.day)
      if (night) night.push({ person, profit: one.posted })
      else nights.set(one.day, [{ person, profit: one.posted }])
    }
    person.earn = { ...person.earn, ...state, profitTotal }
  }
  for (const [night, credits] of [...nights].sort()) {
    const at = endOfDay(night)
    const paid = () => credits.map(({ person, profit }) => ({ user: person.id, amount: profit }))
    const shares = { at: new Date(at.getTime() + 60_001), movements: [] }
    lives.steps.push({ at, movements: [() => interestPosted({ day: night, credits: paid() })] }, shares)
    payShares(lives, shares, {
      settings,
      profits: credits.map((credit) => ({ ...credit, source: sourceOf(credit.person, night) })),
    })
  }
}

function sourceOf(person: Person, day: string) {
  return () => ({ subject: 'interest' as const, subjectId: person.id, day })
}

function emptyEarn(day: string): Earn {
  return {
    balance: ZERO,
    carried: 0n,
    settledThrough: addDays(day, -1),
    lowDay: day,
    low: ZERO,
    principal: ZERO,
    profitTotal: ZERO,
    bonus: ZERO,
  }
}
