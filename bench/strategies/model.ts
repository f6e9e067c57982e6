/**
 * The product in memory, built from its own rule functions: accounts of one run, changed by acts. Only what the database decides in
 * SQL (which accounts are linked, which account an ID number's bonus belongs to, what own money is) is written a second time here.
 */
import { settle } from '@bittkosh/contract/flexible'
import { add, negate, type Paise, paise, type Ppm, ppm, subtract, ZERO } from '@bittkosh/contract/money'
import { outlivesFee } from '@bittkosh/contract/packageLoss'
import { referralShare } from '@bittkosh/contract/referrals'
import { settingsFrom } from '@bittkosh/contract/settings'
import { addDays, startOfDay } from '@bittkosh/contract/time'
import { quoteTransfer } from '@bittkosh/contract/transfers'
import { rupeesOf, usdtCovering, usdtWorth } from '@bittkosh/contract/usdt'
import { payoutRate, type UsdtRate, type WithdrawalQuote } from '@bittkosh/contract/withdrawalQuote'
import { judgeDecision, judgeRequest } from '../../server/src/deposits/rules.ts'
import {
  type EarnAccount,
  afterDeposit,
  afterWithdrawal,
  bonusIn,
  type BonusFacts,
  interestOfBonuses,
  judgeDeposit,
  judgeWithdrawal as judgeEarnWithdrawal,
  ownInterest,
} from '../../server/src/flexible/rules.ts'
import { judgeClaim, judgePurchase } from '../../server/src/investments/rules.ts'
import { samples as packages } from '../../server/src/packages/seed.ts'
import { rewardDue } from '../../server/src/referrals/rules.ts'
import { judgeTransfer, limitsOf } from '../../server/src/transfers/rules.ts'
import { judgeWithdrawal } from '../../server/src/withdrawals/rules.ts'
import { type Act, actingAt, type PayoutEnd } from './acts.ts'
import { makeBook, type Result } from './book.ts'

/** Former rules, each of which let players make money. Only tests and the bench turn one on. */
export type OldRule =
  | 'package above the fee'
  | 'rewards without identity'
  | 'bonus again after closing'
  | 'interest of locked bonuses leaves'
  | 'linked accounts share'
  | 'the USDT rate of a request holds for ever'
  | 'the payer says the USDT rate'

const FIRST_DAY = '2026-04-01'
const A_TRC20_ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const settings = settingsFrom(new Map())
const limits = limitsOf(settings)
const feeRate = settings.percent('withdrawal_fee_percentage')
export const terms = {
  bonus: settings.rupees('welcome_bonus'),
  reward: settings.rupees('referral_reward'),
  threshold: settings.rupees('referral_flexible_threshold'),
  share: settings.percent('referral_profit_share'),
}
export const plans = [
  { id: 1, days: 30, rate: ppm(21_000n), minimum: 1_000_00n, maximum: 5_00_000_00n, multipleAllowed: false },
  { id: 2, days: 90, rate: ppm(72_000n), minimum: 2_500_00n, maximum: 5_00_000_00n, multipleAllowed: true },
  { id: 3, days: 7, rate: ppm(5_000n), minimum: 500_00n, maximum: 50_000_00n, multipleAllowed: true },
].map((plan) => ({
  ...plan,
  minimum: paise(plan.minimum),
  maximum: paise(plan.maximum),
  name: `Plan ${plan.id}`,
  symbol: `P${plan.id}`,
  icon_url: '',
  nameHi: '',
  onOffer: true,
}))

type Account = {
  id: number
  referrer: Account | null
  device: number
  isOpen: boolean
  wallet: Paise
  earn: EarnAccount
  registeredOn: string
  /** None of the welcome bonus has left. */
  isBonusWhole: boolean
  number: number | null
  payees: Set<number>
  deposits: { amount: Paise; bonus: Paise; worth: Paise }[]
  payouts: Payout[]
  intoEarn: Paise
  investments: { plan: number; amount: Paise; profit: Paise; maturesOn: string }[]
  carriedShare: bigint
  isRewarded: boolean
}

/** A pending withdrawal; `rate`: for one in USDT. */
type Payout = { id: number; quote: WithdrawalQuote; rate: UsdtRate | null; askedAt: Date; isBegun: boolean }

/** Distinguishes each payee's USDT account from the one in rupees. */
export const USDT_PAYEE = 1_000

function makeModel(old: ReadonlySet<OldRule> = new Set()) {
  const accounts: Account[] = []
  const welcomed = new Map<number, Account>() // by ID number
  const rewardedNumbers = new Map<number, Account>()
  const rates: { day: string; rate: Ppm }[] = [{ day: '', rate: settings.percent('flexible_daily_profit_percentage') }]
  const rateOn = (on: string) => rates.findLast((one) => one.day <= on)!.rate
  const book = makeBook({ ...terms, rateOn }, FIRST_DAY)
  const usdt = { now: settings.rupees('usdt_value'), before: settings.rupees('usdt_value') }
  let day = FIRST_DAY
  let asked = 0
  const now = () => actingAt(FIRST_DAY, day)

  const isOwner = (number: number, { id, isOpen }: Account) =>
    accounts.some((one) => one.number === number && one.id !== id && one.isOpen && isOpen)
  const areLinked = (one: Account, other: Account) =>
    !old.has('linked accounts share') &&
    (one.device === other.device ||
      (one.number !== null && one.number === other.number) ||
      [...one.payees].some((payee) => other.payees.has(payee)))
  const earningReferrer = (account: Account) => {
    const { referrer } = account
    return referrer?.isOpen && !areLinked(account, referrer) ? referrer : null
  }
  const credit = (account: Account, amount: Paise) => {
    account.wallet = add(account.wallet, amount)
  }

  function bonusFacts(account: Account): BonusFacts | undefined {
    if (!account.isBonusWhole) return undefined
    const hadBefore = account.number !== null && welcomed.get(account.number) !== account
    return {
      bonus: terms.bonus,
      day: account.registeredOn,
      kycApproved: account.number !== null,
      depositApproved: account.deposits.length > 0,
      welcomedElsewhere: hadBefore && !old.has('bonus again after closing'),
    }
  }

  function payShare(account: Account, profit: Paise): void {
    const referrer = earningReferrer(account)
    if (!referrer || profit === ZERO) return
    const share = referralShare({ profit, rate: terms.share, carried: account.carriedShare })
    account.carriedShare = share.carried
    credit(referrer, share.posted)
  }

  function payReward(account: Account): void {
    const referrer = earningReferrer(account)
    if (account.isRewarded || !referrer) return
    const isTaken = account.number !== null && (rewardedNumbers.get(account.number) ?? account) !== account
    const deposited = add(...account.deposits.map(({ amount }) => amount))
    const due = rewardDue({
      referrer: referrer.id,
      kycApproved: account.number !== null || old.has('rewards without identity'),
      deposited,
      movedToEarn: deposited === ZERO ? ZERO : account.intoEarn,
      reward: terms.reward,
      threshold: terms.threshold,
    })
    if (!due || isTaken) return
    account.isRewarded = true
    if (account.number !== null) rewardedNumbers.set(account.number, account)
    credit(referrer, due.amount)
  }

  function night(today: string): void {
    const yesterday = addDays(today, -1)
    const ofBonus = interestOfBonuses(rateOn, yesterday)
    for (const account of accounts) {
      const { days, state } = settle(account.earn, yesterday, rateOn)
      account.earn = { ...account.earn, ...state }
      const facts = bonusFacts(account)
      for (const one of days)
        payShare(account, old.has('interest of locked bonuses leaves') ? one.posted : ownInterest(one, facts, ofBonus))
    }
  }

  const lockedIn = (account: Account) => {
    const facts = bonusFacts(account)
    const { bonus, locked } = bonusIn(account.earn, facts, rateOn)
    if (locked === ZERO || !old.has('interest of locked bonuses leaves')) return { bonus, locked }
    return { bonus, locked: terms.bonus < locked ? terms.bonus : locked }
  }

  function takeFromEarn(account: Account, amount: Paise): void {
    if (amount > subtract(account.earn.balance, lockedIn(account).bonus)) account.isBonusWhole = false
    account.earn = afterWithdrawal(account.earn, day, amount)
  }

  const all = (amount: Paise | 'all', most: Paise) => (amount === 'all' ? most : amount)

  function perform(act: Act): void {
    if (act.do === 'register') return register(act)
    if (act.do === 'wait') return wait(act.days)
    if (act.do === 'rate') return setRate(act.ppm)
    if (act.do === 'usdtRate') return setUsdtRate(act.rate)
    const account = accounts[act.account]
    if (!account?.isOpen) return
    switch (act.do) {
      case 'prove': {
        if (account.number !== null || isOwner(act.number, account)) return
        account.number = act.number
        if (!welcomed.has(act.number)) welcomed.set(act.number, account)
        book.proved(account.id, act.number)
        return payReward(account)
      }
      case 'deposit': {
        const sample = act.bought === null ? null : packages[act.bought]!
        const bonusPercent = sample?.name === 'Treasury' && old.has('package above the fee') ? 8n : sample?.bonusPercent
        const bonus = bonusPercent === undefined ? null : ppm(bonusPercent * 10_000n)
        // Packages that an operator can't offer without confirming the loss are not on offer.
        if (bonus !== null && !old.has('package above the fee') && outlivesFee({ bonus, fee: feeRate })) return
        const price = sample ? paise(sample.rupees * 100n) : act.amount
        const shown = act.usdt === 'before' ? usdt.before : usdt.now
        const sent = act.usdt && usdtCovering(price, shown)
        const requested = sample || sent === null ? price : rupeesOf(sent, shown)
        const judged = judgeRequest({
          amount: requested,
          isPackage: sample !== null,
          minimum: settings.rupees('min_deposit_limit'),
          methodActive: true,
          pending: 0,
          pendingMax: null,
          usdtRate: sent && (old.has('the payer says the USDT rate') ? shown : usdt.now),
          usdtAmount: sent ?? undefined,
        })
        if ('refused' in judged) return
        const decided = judgeDecision({
          status: 'approved',
          approvedAmount: paise((requested * BigInt(act.parts)) / 4n),
          preset: null,
          note: 'What arrived',
          requested,
          excess: settings.percent('deposit_excess_percent'),
          bonus,
        })
        if ('refused' in decided || decided.amount === null) return
        const worth = sent === null ? decided.amount : paise((rupeesOf(sent, usdt.now) * BigInt(act.parts)) / 4n)
        const deposit = { amount: decided.amount, bonus: decided.bonus, worth }
        account.deposits.push(deposit)
        credit(account, add(deposit.amount, deposit.bonus))
        book.deposited(account.id, deposit)
        return payReward(account)
      }
      case 'reverse': {
        const last = account.deposits.at(-1)
        if (!last || account.wallet < add(last.amount, last.bonus)) return
        account.deposits.pop()
        credit(account, negate(add(last.amount, last.bonus)))
        return book.reversed(account.id, last)
      }
      case 'earnIn': {
        const amount = all(act.amount, account.wallet)
        const minimum = settings.rupees('flexible_minimum_deposit')
        const maximum = settings.rupees('flexible_maximum_deposit')
        if (amount > account.wallet || 'refused' in judgeDeposit({ amount, minimum, maximum })) return
        credit(account, negate(amount))
        account.earn = afterDeposit(account.earn, day, amount)
        if (account.deposits.length > 0) account.intoEarn = add(account.intoEarn, amount)
        book.intoEarn(account.id, amount)
        return payReward(account)
      }
      case 'earnOut': {
        const { locked } = lockedIn(account)
        const { balance } = account.earn
        const amount = all(act.amount, subtract(balance, locked))
        if (amount === ZERO || 'refused' in judgeEarnWithdrawal({ amount, balance, locked, hadBefore: false })) return
        takeFromEarn(account, amount)
        credit(account, amount)
        return book.outOfEarn(account.id, amount)
      }
      case 'invest': {
        const plan = plans[act.plan]!
        if (!plan.multipleAllowed && account.investments.some((one) => one.plan === plan.id)) return
        const amount = all(act.amount, account.wallet)
        const judged = judgePurchase({ user: account.id, plan, amount, at: now() })
        if ('refused' in judged || amount > account.wallet) return
        credit(account, negate(amount))
        const { profit, matures_on: maturesOn } = judged.bought
        account.investments.push({ plan: plan.id, amount, profit, maturesOn })
        return
      }
      case 'claim': {
        for (const one of account.investments) {
          const claim = { maturesOn: one.maturesOn, maturesAt: startOfDay(one.maturesOn), claimedAt: null, at: now() }
          if ('refused' in judgeClaim(claim)) continue
          account.investments = account.investments.filter((other) => other !== one)
          credit(account, add(one.amount, one.profit))
          payShare(account, one.profit)
          book.claimed(account.id, one.profit)
        }
        return
      }
      case 'send': {
        const receiver = accounts[act.to]
        const rate = settings.percent('transfer_fee_percentage')
        const amount = all(act.amount, paise((account.wallet * 1_000_000n) / (1_000_000n + rate)))
        const quote = quoteTransfer({ amount, feeRate: rate })
        const judged = judgeTransfer({
          now: now(),
          emailVerified: true,
          frozenUntil: null,
          isFrozen: false,
          kycRevoked: false,
          pausedUntil: null,
          sender: account.id,
          receiver: receiver?.isOpen ? receiver.id : null,
          balance: account.wallet,
          quote,
          used: { sentToday: ZERO, sentToNew: ZERO, recipientIsNew: true, receivedToday: ZERO, allToday: ZERO },
          limits,
        })
        if ('refused' in judged || amount === ZERO || !receiver) return
        credit(account, negate(quote.total))
        credit(receiver, amount)
        return book.sent(quote.fee)
      }
      case 'withdraw': {
        const amount = all(act.amount, account.wallet)
        const details = act.isUsdt ? { address: A_TRC20_ADDRESS } : { upi_id: 'payee@bank' }
        const judged = judgeWithdrawal(
          { type: act.isUsdt ? 'crypto' : 'upi', amount, withdrawal_details: details },
          {
            emailVerified: true,
            kycApproved: account.number !== null,
            isFrozen: false,
            pausedUntil: null,
            minimum: settings.rupees('min_withdrawal_limit'),
            feeRate,
            usdtRate: usdt.now,
          },
        )
        if ('refused' in judged || amount > account.wallet) return
        const payee = act.isUsdt ? USDT_PAYEE + act.payee : act.payee
        const rate = judged.usdtRate && { rate: judged.usdtRate, isFallback: false }
        const payout = { id: asked++, quote: judged.quote, rate, askedAt: now(), isBegun: false }
        account.payees.add(payee)
        account.payouts.push(payout)
        credit(account, negate(amount))
        book.asked(account.id, payee)
        if (rate) book.askedInUsdt(payout.id, rate.rate)
        return act.ends === 'waits' ? undefined : end(account, payout, act.ends)
      }
      case 'beginPayout': {
        const payout = account.payouts.find(({ isBegun }) => !isBegun)
        if (!payout) return
        payout.rate = rateOf(payout)
        payout.isBegun = true
        return book.begun(payout.id, usdt.now)
      }
      case 'endPayout': {
        const [payout] = account.payouts
        return payout && end(account, payout, act.ends)
      }
      case 'close': {
        const { locked } = lockedIn(account)
        const isEmpty = account.wallet === ZERO && account.payouts.length === 0
        if (!isEmpty || account.investments.length > 0 || account.earn.balance !== locked) return
        account.earn = afterWithdrawal(account.earn, day, locked)
        account.isBonusWhole = false
        account.isOpen = false
        return
      }
      default:
        return act satisfies never
    }
  }

  /** The rate at which a pending request is paid now. */
  function rateOf({ rate, isBegun, askedAt }: Payout): UsdtRate | null {
    if (rate === null || old.has('the USDT rate of a request holds for ever')) return rate
    const current = { rate: usdt.now, isFallback: false }
    return payoutRate({ kept: rate, isOpen: !isBegun, askedAt }, { at: now(), current })
  }

  function end(account: Account, payout: Payout, ends: PayoutEnd): void {
    const { id, quote, isBegun } = payout
    if (ends === 'cancelled' && isBegun) return // somebody pays it
    account.payouts = account.payouts.filter((one) => one !== payout)
    if (ends !== 'paid') return credit(account, quote.amount) // cancelled or returned: all of it comes back
    const rate = rateOf(payout)?.rate
    if (rate === undefined) return book.paid(quote)
    book.paidInUsdt(id, { ...quote, usdt: usdtWorth(quote.net, rate), rate: usdt.now })
  }

  function register({ referrer, device }: Extract<Act, { do: 'register' }>): void {
    const by = referrer === null ? null : accounts[referrer]
    if (by === undefined || by?.isOpen === false) return
    accounts.push({
      id: accounts.length,
      referrer: by,
      device,
      isOpen: true,
      wallet: ZERO,
      earn: {
        balance: terms.bonus,
        carried: 0n,
        settledThrough: addDays(day, -1),
        lowDay: day,
        low: ZERO,
        principal: terms.bonus,
        profitTotal: ZERO,
      },
      registeredOn: day,
      isBonusWhole: true,
      number: null,
      payees: new Set(),
      deposits: [],
      payouts: [],
      intoEarn: ZERO,
      investments: [],
      carriedShare: 0n,
      isRewarded: false,
    })
    book.registered({ referrer, device })
  }

  function wait(days: number): void {
    const today = addDays(day, days)
    night(today)
    book.nights(today)
    day = today
  }

  function setRate(rate: number): void {
    const from = addDays(day, 1)
    if (rates.at(-1)?.day === from) rates.pop()
    rates.push({ day: from, rate: ppm(BigInt(rate)) })
  }

  function setUsdtRate(rate: Paise): void {
    if (rate === usdt.now) return
    usdt.before = usdt.now
    usdt.now = rate
  }

  function result(): Result {
    const held = accounts.reduce((sum, account) => {
      const waiting = account.payouts.reduce((all, { quote }) => all + quote.amount, 0n)
      const invested = account.investments.reduce((all, { amount }) => all + amount, 0n)
      return sum + account.wallet + waiting + invested + account.earn.balance - lockedIn(account).locked
    }, 0n)
    return book.result(held)
  }

  return { perform, result }
}

/** Runs a strategy in the model. */
export function playInModel(strategy: readonly Act[], old?: ReadonlySet<OldRule>): Result {
  const model = makeModel(old)
  for (const act of strategy) model.perform(act)
  return model.result()
}
