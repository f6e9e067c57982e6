/**
 * What players paid in and took out, and what the product promised them for real money (docs/money.md#what-players-may-gain). It
 * receives the events and calculates the promises by itself, in the simplest way; it does not use the program's results.
 */
import { type EarnState, moved, settle } from '@bittkosh/contract/flexible'
import { negate, type Paise, paise, type Ppm, ZERO } from '@bittkosh/contract/money'
import { addDays } from '@bittkosh/contract/time'
import { rupeesOf, type Usdt, usdtWorth } from '@bittkosh/contract/usdt'

const PAISA = 1_000_000n // in millionths
/** Own money and a bonus are rounded down together, so together they may hold this much more than separately. */
const ROUNDED_TOGETHER = 2n * PAISA

export type Terms = { bonus: Paise; reward: Paise; threshold: Paise; share: Ppm; rateOn: (day: string) => Ppm }

type Known = {
  referrer: number | null
  device: number
  payees: Set<number>
  number: number | null
  deposited: bigint
  intoEarn: bigint
  /** Own money in Earn and the welcome bonus, each as if it were there alone. */
  own: EarnState
  bonus: EarnState
  ownInterest: bigint
  bonusInterest: bigint
  /** Some of the bonus has left: the rest is not locked again. */
  isBonusReleased: boolean
  /** The gain from being rounded together, in millionths of a paisa: it earns interest too. */
  rounding: bigint
  /** Millionths of a paisa that the referrer may have been paid. */
  share: bigint
}

/** A withdrawal in USDT: the displayed rate, or the one at which an admin began to pay it. */
type Request = { rate: Paise; askedOn: string; isBegun: boolean }

export type Result = {
  paidIn: bigint
  paidOut: bigint
  promised: bigint
  /** Paid out minus paid in and promised: above zero, the players made money. */
  gain: bigint
  /**
   * The same before the fees that hide it, and with what is still in the accounts: above zero, somebody was given money for
   * nothing.
   */
  unearned: bigint
}

export function makeBook(terms: Terms, firstDay: string) {
  const accounts: Known[] = []
  const owners = new Map<number, number>() // by ID number: the first account that was approved with it
  const rewarded = new Set<number>()
  const requests = new Map<number, Request>() // in USDT, by their numbers
  let day = firstDay
  const everPaid = new Set<number>()
  let [paidIn, paidOut, fees, packageBonuses, plans, heldRates] = [0n, 0n, 0n, 0n, 0n, 0n]
  const of = (account: number) => accounts[account]!
  const isLinked = (one: Known, other: Known) =>
    one.device === other.device ||
    (one.number !== null && one.number === other.number) ||
    [...one.payees].some((payee) => other.payees.has(payee))
  const isProven = (account: number) => of(account).number !== null && of(account).deposited > 0n
  const earns = (account: Known) => account.referrer !== null && !isLinked(account, of(account.referrer))

  function noteReward(account: number): void {
    const { number, deposited, intoEarn } = of(account)
    if (number === null || deposited < terms.threshold || intoEarn < terms.threshold || !earns(of(account))) return
    rewarded.add(number)
  }

  /** The rate of a request applies on its day, after that the current one, until an admin begins to pay. */
  const promisedRate = ({ rate, askedOn, isBegun }: Request, current: Paise) =>
    isBegun || askedOn === day ? rate : current

  return {
    registered({ referrer, device }: { referrer: number | null; device: number }): void {
      accounts.push({
        referrer,
        device,
        payees: new Set(),
        number: null,
        deposited: 0n,
        intoEarn: 0n,
        own: emptySince(day),
        bonus: { ...emptySince(day), balance: terms.bonus },
        ownInterest: 0n,
        bonusInterest: 0n,
        isBonusReleased: false,
        rounding: 0n,
        share: 0n,
      })
    },
    proved(account: number, number: number): void {
      of(account).number = number
      if (!owners.has(number)) owners.set(number, account)
      noteReward(account)
    },
    /** `worth`: the value that the players gave up, which in USDT may differ from the credited amount. */
    deposited(account: number, { amount, bonus, worth }: { amount: Paise; bonus: Paise; worth: Paise }): void {
      paidIn += worth
      packageBonuses += bonus
      of(account).deposited += amount
      everPaid.add(account)
      noteReward(account)
    },
    reversed(account: number, { amount, bonus, worth }: { amount: Paise; bonus: Paise; worth: Paise }): void {
      paidIn -= worth
      packageBonuses -= bonus
      of(account).deposited -= amount
    },
    intoEarn(account: number, amount: Paise): void {
      const known = of(account)
      known.own = moved(known.own, day, amount)
      known.intoEarn += amount
      noteReward(account)
    },
    outOfEarn(account: number, amount: Paise): void {
      const known = of(account)
      const own = amount < known.own.balance ? amount : known.own.balance
      const rest = paise(amount - own)
      known.own = moved(known.own, day, negate(own))
      if (rest > 0n) known.isBonusReleased ||= isProven(account)
      known.bonus = moved(known.bonus, day, negate(rest < known.bonus.balance ? rest : known.bonus.balance))
    },
    claimed(account: number, profit: Paise): void {
      plans += profit
      if (earns(of(account))) of(account).share += profit * terms.share
    },
    sent(fee: Paise): void {
      fees += fee
    },
    asked(account: number, payee: number): void {
      of(account).payees.add(payee)
    },
    paid({ net, fee }: { net: Paise; fee: Paise }): void {
      paidOut += net
      fees += fee
    },
    askedInUsdt(request: number, rate: Paise): void {
      requests.set(request, { rate, askedOn: day, isBegun: false })
    },
    /** An admin began to pay it, at this `rate` of USDT. */
    begun(request: number, rate: Paise): void {
      const asked = requests.get(request)
      if (asked) requests.set(request, { ...asked, rate: promisedRate(asked, rate), isBegun: true })
    },
    /** USDT were paid out, worth their current rate. A promised rate may make that more than `net`. */
    paidInUsdt(request: number, { net, fee, usdt, rate }: { net: Paise; fee: Paise; usdt: Usdt; rate: Paise }): void {
      const asked = requests.get(request)
      if (!asked) throw new Error(`nobody asked for ${request}`)
      paidOut += rupeesOf(usdt, rate)
      fees += fee
      heldRates += rupeesOf(usdtWorth(net, promisedRate(asked, rate)), rate) - net
    },
    /** The nights up to the one before `today`. */
    nights(today: string): void {
      for (const [n, known] of accounts.entries()) {
        const own = settle(known.own, addDays(today, -1), terms.rateOn)
        const bonus = settle(known.bonus, addDays(today, -1), terms.rateOn)
        const [ofOwn, ofBonus] = [sumOf(own.days), sumOf(bonus.days)]
        known.own = own.state
        known.bonus = bonus.state
        known.ownInterest += ofOwn
        known.bonusInterest += ofBonus
        for (const { rate } of own.days.length > bonus.days.length ? own.days : bonus.days)
          known.rounding += ((known.rounding + ROUNDED_TOGETHER) * rate) / PAISA + 1n
        if (!earns(known)) continue
        const isUnlocked = known.isBonusReleased || (isProven(n) && owners.get(known.number ?? -1) === n)
        known.share += (ofOwn + (isUnlocked ? ofBonus : 0n)) * terms.share
        // of each day's posting, which is rounded too
        known.share += (BigInt(own.days.length) * (ROUNDED_TOGETHER + known.rounding) * terms.share) / PAISA
      }
      day = today
    },
    /** `held`: what is still in the accounts and belongs to the players. */
    result(held: bigint): Result {
      const sum = (of: (known: Known) => bigint) => accounts.reduce((all, known) => all + of(known), 0n)
      // A welcome bonus is promised once per ID number, to a person who has paid in.
      const welcomed = [...owners.values()].filter((account) => everPaid.has(account))
      const gifts = welcomed.reduce((all, account) => all + terms.bonus + of(account).bonusInterest, 0n)
      const rewards = BigInt(rewarded.size) * terms.reward
      const interest = sum((known) => known.ownInterest + (known.rounding + ROUNDED_TOGETHER) / PAISA)
      const shares = sum((known) => known.share) / PAISA + 1n
      const promised = plans + interest + gifts + rewards + shares + heldRates
      return {
        paidIn,
        paidOut,
        promised,
        gain: paidOut - paidIn - promised,
        unearned: paidOut + fees + held - paidIn - packageBonuses - promised,
      }
    },
  }
}

function emptySince(day: string): EarnState {
  return { balance: ZERO, carried: 0n, settledThrough: addDays(day, -1), lowDay: day, low: ZERO }
}

function sumOf(days: readonly { posted: Paise }[]): bigint {
  return days.reduce((all, { posted }) => all + posted, 0n)
}
