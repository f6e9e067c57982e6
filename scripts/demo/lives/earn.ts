/** Earn: the welcome bonus, money moved in and out, and each night's interest. */
import { settle } from '@bittkosh/contract/flexible'
import { add, type Paise, paise, subtract, ZERO } from '@bittkosh/contract/money'
import { requestStates } from '@bittkosh/contract/requestStates'
import { addDays, daysBetween } from '@bittkosh/contract/time'
import { endOfDay } from '../../../server/src/flexible/queries.ts'
import {
  type EarnAccount,
  afterDeposit,
  afterWithdrawal,
  judgeDeposit,
  judgeWithdrawal,
  bonusIn,
  type BonusFacts,
} from '../../../server/src/flexible/rules.ts'
import {
  flexibleDeposited,
  flexibleWithdrawn,
  interestPosted,
  welcomeBonus,
} from '../../../server/src/ledger/movements.ts'
import { type EarnMove, type Person, stepAt } from './lives.ts'
import { partOf } from './payments.ts'
import { agreed, type Batch, momentOf, move, type Wave } from './wave.ts'
import { EARN_DAYS } from './waves.ts'

const BONUS_DAYS = 14 // the welcome bonus was introduced this many days ago

/** Before the bonus was introduced nobody got it. */
export function welcome(wave: Wave, person: Person): void {
  const { day, today, catalogue } = wave
  const amount = catalogue.settings.rupees('welcome_bonus')
  if (daysBetween(day, today) >= BONUS_DAYS || amount === ZERO) return
  person.earn = { ...emptyEarn(day), balance: amount, principal: amount }
  person.welcomed = { bonus: amount, day }
  move(wave, welcomeBonus({ user: person.id, amount }))
}

/** Moves nothing before Earn opened, or outside the limits of a deposit or of the wallet. */
export function moveIntoEarn(wave: Wave, person: Person): void {
  const { day, today, random, catalogue, step } = wave
  if (daysBetween(day, today) >= EARN_DAYS) return
  const minimum = catalogue.settings.rupees('flexible_minimum_deposit')
  const maximum = catalogue.settings.rupees('flexible_maximum_deposit')
  const amount = partOf(random, { least: minimum, most: person.wallet })
  if (amount > person.wallet || 'refused' in judgeDeposit({ amount, minimum, maximum })) return
  person.earn = afterDeposit(person.earn ?? emptyEarn(day), day, amount)
  const { id } = keep(wave, { person, type: 'deposit', amount, balance_after: person.earn.balance })
  move(wave, flexibleDeposited({ id, user: person.id, amount }))
  const kycApproved = person.kyc?.status === 'approved'
  if (person.referrer) step.rewards.push({ user: person.id, kycApproved, moving: amount })
}

/** Moves only worthwhile amounts, and never a locked bonus. */
export function takeFromEarn(wave: Wave, person: Person): void {
  const { earn } = person
  if (!earn) return
  const { balance } = earn
  const { bonus, locked } = bonusIn(earn, bonusOf(person), wave.catalogue.rateOn)
  const free = subtract(balance, locked)
  if (free < 20_000n) return
  const amount = partOf(wave.random, { least: paise(10_000n), most: free })
  agreed(judgeWithdrawal({ amount, balance, locked, hadBefore: false }))
  person.earn = afterWithdrawal(earn, wave.day, amount)
  if (amount > subtract(balance, bonus)) person.welcomed = null
  const { id } = keep(wave, { person, type: 'withdraw', amount, balance_after: person.earn.balance })
  move(wave, flexibleWithdrawn({ id, user: person.id, amount }))
}

function bonusOf({ welcomed, kyc, depositApproved }: Person): BonusFacts | undefined {
  const kycApproved = kyc !== null && requestStates[kyc.status] === 'granted'
  return welcomed ? { ...welcomed, kycApproved, depositApproved, welcomedElsewhere: false } : undefined
}

function keep(
  wave: Wave,
  { person, ...moved }: { person: Person; type: EarnMove['type']; amount: Paise; balance_after: Paise },
): EarnMove {
  const id = wave.ids.next('flexible_movements')
  const made = { id, user_id: person.id, ...moved, created_at: momentOf(wave, person) }
  wave.lives.earnMoves.push(made)
  return made
}

/** The interest of every night up to that of `day`: one movement for all, then the referrers' shares, just after midnight. */
export function payInterestThrough({ lives, catalogue: { rateOn } }: Batch, day: string): void {
  const nights = new Map<string, { user: number; amount: Paise }[]>()
  for (const person of lives.people) {
    if (!person.earn) continue
    const { days, state } = settle(person.earn, day, rateOn)
    const posted = days.filter((one) => one.posted > 0n)
    for (const one of posted)
      nights.set(one.day, [...(nights.get(one.day) ?? []), { user: person.id, amount: one.posted }])
    person.days.push(...days)
    const profitTotal = add(person.earn.profitTotal, ...posted.map((one) => one.posted))
    person.earn = { ...person.earn, ...state, profitTotal }
  }
  for (const [night, credits] of [...nights].sort()) {
    const at = endOfDay(night)
    const posting = { ...stepAt(at), movements: [interestPosted({ day: night, credits })] }
    const profits = credits.map(({ user, amount }) => ({
      user,
      profit: amount,
      source: { subject: 'interest' as const, subjectId: user, day: night },
    }))
    lives.steps.push(posting, { ...stepAt(new Date(at.getTime() + 60_001)), profits })
  }
}

function emptyEarn(day: string): EarnAccount {
  return {
    balance: ZERO,
    carried: 0n,
    settledThrough: addDays(day, -1),
    lowDay: day,
    low: ZERO,
    principal: ZERO,
    profitTotal: ZERO,
  }
}
