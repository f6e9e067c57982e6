/**
 * Plans the lives of a batch of demo users in memory: what each of them asks for and what admins decide, wave by wave
 * from the first registration until now. Nothing is written here; write.ts does that, in the order of the steps.
 */
import { type EarnState, type InterestDay, moved, settle } from '@bittkosh/contract/flexible'
import { quoteInvestment } from '@bittkosh/contract/investmentQuote'
import { type IdType } from '@bittkosh/contract/kyc'
import { add, formatRupees, type Paise, paise, subtract, ZERO } from '@bittkosh/contract/money'
import { quotePackage } from '@bittkosh/contract/packages'
import { referralShare } from '@bittkosh/contract/referrals'
import { addDays, dayOf, daysBetween, startOfDay } from '@bittkosh/contract/time'
import { maskName, quoteTransfer } from '@bittkosh/contract/transfers'
import { quoteWithdrawal, type WithdrawalPayee } from '@bittkosh/contract/withdrawals'
import type { Act } from '../../server/src/audit/actions.ts'
import { interestName, interestSource } from '../../server/src/flexible/actions.ts'
import { endOfDay } from '../../server/src/flexible/queries.ts'
import * as movements from '../../server/src/ledger/movements.ts'
import type { Notification } from '../../server/src/notifications/actions.ts'
import { rewardDue } from '../../server/src/referrals/rules.ts'
import type { Catalogue } from './catalogue.ts'
import { digestOf, digitsOf, personOf, pick, type Random, randomFrom } from './people.ts'
import { trc20Address } from './trc20.ts'

const HOUR_MS = 3_600_000
const DAYS_AGO = 240 // the first demo user registered so long ago
const EARN_DAYS = 30 // Earn opened so long ago: a row for each user and day
const BONUS_DAYS = 14 // the welcome bonus was introduced so long ago
const OLD_WAVES = 30 // before that, people act on so many days only
const WAVES_PER_LIFE = 40 // of the 60 of the very first; half of them for most

export type Person = {
  number: number
  /** Known once it is written. */
  id: number
  name: string
  email: string
  phone: string
  referralCode: string
  referrer: Person | null
  isActive: boolean
  registeredAt: Date
  eagerness: number
  wallet: Paise
  deposited: Paise
  movedToEarn: Paise
  rewarded: boolean
  /** Of the referrer's share of what they earn: what was paid, and the fraction that waits for the next share. */
  shared: { total: Paise; carried: bigint } | null
  wantsKyc: boolean
  kyc: Kyc | null
  earn: Earn | null
  days: InterestDay[]
  /** Ids of plans that an investment of theirs runs in. */
  plans: Set<number>
  /** References used so far, so that each is another. */
  references: number
}

export type Earn = EarnState & { principal: Paise; profitTotal: Paise; bonus: Paise }
type Status = 'pending' | 'approved' | 'rejected'
type Row = { id: number; person: Person; at: Date; decidedAt: Date | null; note: string | null }
export type Kyc = Row & { type: IdType; status: Status }
export type Deposit = Row & {
  status: Status
  method: Catalogue['methods'][number]
  bought: Catalogue['packages'][number] | null
  amount: Paise
  approved: Paise | null
  bonus: Paise
  reference: string
  usdt: { amount: bigint; rate: Paise } | null
}
export type Withdrawal = Row & {
  status: Status | 'cancelled'
  amount: Paise
  fee: Paise
  payee: WithdrawalPayee
  usdtRate: Paise | null
  transactionId: string | null
}
export type Investment = Row & {
  plan: Catalogue['plans'][number]
  amount: Paise
  profit: Paise
  maturesOn: string
  maturesAt: Date
  told: boolean
  claimedAt: Date | null
}
export type Transfer = Row & {
  receiver: Person
  amount: Paise
  fee: Paise
  status: 'pending' | 'completed' | 'failed' | 'expired'
  masked: string
}
export type EarnMove = Row & { type: 'deposit' | 'withdraw'; amount: Paise; balanceAfter: Paise }
export type Reward = { referred: Person; referrer: Person; amount: Paise; at: Date }
export type Share = {
  referred: Person
  referrer: Person
  source: () => string
  profit: Paise
  posted: Paise
  carried: bigint
  at: Date
}

/** What the ledger posts at one moment. Ids are known only when it is written, so movements are made then. */
export type Step = { at: Date; movements: (() => movements.Movement)[] }

type Profit = { person: Person; profit: Paise; source: () => string }

export type Lives = {
  people: Person[]
  kyc: Kyc[]
  deposits: Deposit[]
  withdrawals: Withdrawal[]
  investments: Investment[]
  transfers: Transfer[]
  earnMoves: EarnMove[]
  rewards: Reward[]
  shares: Share[]
  steps: Step[]
  notices: (Omit<Notification, 'user'> & { person: Person; at: Date })[]
  acts: (() => Act & { at: Date })[]
}

/** The lives of the users with the numbers `from` to `to` of `total`, as they stand at `now`. */
export function planLives(
  catalogue: Catalogue,
  { from, to, total, now }: { from: number; to: number; total: number; now: Date },
): Lives {
  const { settings, admin, rateOn } = catalogue
  const random = randomFrom(from * 7919 + total)
  const today = dayOf(now)
  const people = makePeople({ from, to, total, now })
  const lives: Lives = {
    people,
    kyc: [],
    deposits: [],
    withdrawals: [],
    investments: [],
    transfers: [],
    earnMoves: [],
    rewards: [],
    shares: [],
    steps: [],
    notices: [],
    acts: [],
  }
  const open = {
    kyc: [] as Kyc[],
    deposits: [] as Deposit[],
    withdrawals: [] as Withdrawal[],
    running: new Set<Investment>(),
  }
  const waves = wavesOf(people[0]?.registeredAt ?? now, now, random)
  let present = 0
  let before = new Date(0)
  for (const [n, at] of waves.entries()) {
    const day = dayOf(at)
    settleThrough(addDays(day, -1))
    const step: Step = { at, movements: [] }
    const profits: Profit[] = []
    const incoming: [Person, Paise][] = []
    lives.steps.push(step)
    while (people[present] && people[present]!.registeredAt <= at) welcome(people[present++]!)
    decideOpen()
    for (const investment of open.running) if (investment.maturesAt <= at) mature(investment)
    for (const person of people.slice(0, present)) {
      if (person.wantsKyc && !person.kyc && random() < 0.6) submitKyc(person)
      if (person.isActive && random() < person.eagerness / WAVES_PER_LIFE) act(person)
    }
    for (const [person, amount] of incoming) person.wallet = add(person.wallet, amount)
    payShares(step, profits)
    before = at

    /** A moment of this wave's day, up to 90 minutes before it, when the person was already here. */
    function momentFor(person: Person): Date {
      const earliest = Math.max(
        at.getTime() - 1.5 * HOUR_MS,
        startOfDay(day).getTime(),
        before.getTime() + 1000,
        person.registeredAt.getTime() + 1000,
      )
      return earliest >= at.getTime() ? at : new Date(Math.floor(earliest + random() * (at.getTime() - earliest)))
    }

    function welcome(person: Person): void {
      const amount = settings.rupees('welcome_bonus')
      if (daysBetween(day, today) >= BONUS_DAYS || amount === ZERO) return
      person.earn = { ...emptyEarn(day), balance: amount, principal: amount, bonus: amount }
      step.movements.push(() => movements.welcomeBonus({ user: person.id, amount }))
    }

    function decideOpen(): void {
      for (const record of take(open.kyc)) decideKyc(record)
      for (const deposit of take(open.deposits)) decideDeposit(deposit)
      for (const withdrawal of take(open.withdrawals)) decideWithdrawal(withdrawal)
    }

    /** Seven in ten of those that wait; the others wait on. */
    function take<T>(waiting: T[]): T[] {
      return waiting.splice(0).filter((one) => random() < 0.7 || (waiting.push(one), false))
    }

    function row(person: Person): Row {
      return { id: 0, person, at: momentFor(person), decidedAt: null, note: null }
    }

    function tell(person: Person, type: Notification['type'], title: string, message: string): void {
      lives.notices.push({ person, type, title, message, at })
    }

    function submitKyc(person: Person): void {
      const record: Kyc = { ...row(person), type: random() < 0.6 ? 'pan' : 'aadhar', status: 'pending' }
      person.kyc = record
      lives.kyc.push(record)
      open.kyc.push(record)
    }

    function decideKyc(record: Kyc): void {
      const label = record.type === 'pan' ? 'PAN Card' : 'Aadhar Card'
      record.decidedAt = at
      record.status = random() < 0.88 ? 'approved' : 'rejected'
      record.note = record.status === 'rejected' ? pick(random, kycReasons) : null
      if (record.status === 'approved')
        tell(record.person, 'success', 'KYC approved', `Your ${label} has been verified.`)
      else
        tell(
          record.person,
          'error',
          'KYC rejected',
          `Your ${label} was not accepted: ${record.note}. You can submit it again on your profile.`,
        )
      const { status } = record
      lives.acts.push(() => ({
        at,
        admin,
        action: `kyc ${status}`,
        subject: 'kyc',
        subjectId: record.id,
        before: { status: 'pending' },
        after: { status: record.status, user: record.person.id, index: 0, type: record.type },
        reason: record.note,
      }))
    }

    function act(person: Person): void {
      if (person.wallet < 100_000n) return requestDeposit(person)
      const chance = random()
      if (chance < 0.24) requestDeposit(person)
      else if (chance < 0.5) invest(person)
      else if (chance < 0.66) moveIntoEarn(person)
      else if (chance < 0.7) takeFromEarn(person)
      else if (chance < 0.85) withdraw(person)
      else send(person)
    }

    function requestDeposit(person: Person): void {
      const method = pick(random, catalogue.methods)
      const bought = catalogue.packages.length > 0 && random() < 0.2 ? pick(random, catalogue.packages) : null
      const rate = method.type === 'crypto' ? settings.rupees('usdt_value') : null
      const asked = bought?.amount ?? roundAmount(random, settings.rupees('min_deposit_limit'))
      // whole cents of USDT, so that amount and rate agree
      const usdt = rate === null || bought ? null : (asked / rate + 1n) * 1_000_000n
      const deposit: Deposit = {
        ...row(person),
        status: 'pending',
        method,
        bought,
        amount: usdt !== null && rate !== null ? paise((usdt / 1_000_000n) * rate) : asked,
        approved: null,
        bonus: ZERO,
        reference: reference(person, method.type),
        usdt: rate === null ? null : { amount: usdt ?? (asked * 1_000_000n) / rate, rate },
      }
      lives.deposits.push(deposit)
      open.deposits.push(deposit)
    }

    function decideDeposit(deposit: Deposit): void {
      const { person, bought, method } = deposit
      const what = bought === null ? 'deposit' : `package '${bought.name}'`
      deposit.decidedAt = at
      if (random() < 0.1) {
        deposit.status = 'rejected'
        deposit.note = pick(random, depositReasons)
        tell(
          person,
          'error',
          'Deposit rejected',
          `Your ${what} of ${formatRupees(deposit.amount)} was not approved. Reason: ${deposit.note}`,
        )
      } else {
        const amount = random() < 0.05 ? paise(deposit.amount - 5_000n) : deposit.amount
        deposit.status = 'approved'
        deposit.approved = amount
        deposit.note = amount === deposit.amount ? null : 'The amount that arrived.'
        deposit.bonus = bought ? quotePackage({ amount, bonus: bought.bonus }).bonus : ZERO
        person.deposited = add(person.deposited, amount)
        const { bonus } = deposit
        const credit = () => ({ id: deposit.id, user: person.id, method: method.type, amount })
        step.movements.push(() => (bought ? movements.packageApproved(credit()) : movements.depositApproved(credit())))
        if (bonus > 0n) step.movements.push(() => movements.packageBonus({ id: deposit.id, user: person.id, bonus }))
        incoming.push([person, add(amount, bonus)])
        tell(
          person,
          'success',
          'Deposit approved',
          `Your ${what} was approved: ${formatRupees(add(amount, bonus))} is in your wallet.`,
        )
      }
      const { status } = deposit
      lives.acts.push(() => ({
        at,
        admin,
        action: `deposit ${status}`,
        subject: 'deposit',
        subjectId: deposit.id,
        before: { status: 'pending', requested_amount: deposit.amount },
        after: {
          status: deposit.status,
          approved_amount: deposit.approved,
          bonus: deposit.bonus,
          transaction_id: deposit.reference,
        },
        reason: deposit.note,
      }))
    }

    function invest(person: Person): void {
      const plan = pick(random, catalogue.plans)
      if ((person.plans.has(plan.id) && !plan.multiple_allowed) || person.wallet < plan.minimum_deposit) return
      const most = person.wallet < plan.maximum_deposit ? person.wallet : plan.maximum_deposit
      const amount = part(random, { least: plan.minimum_deposit, most })
      const base = row(person)
      const quote = quoteInvestment({ amount, rate: plan.profit_ppm, days: plan.duration_days, day })
      const investment: Investment = {
        ...base,
        plan,
        amount,
        profit: quote.profit,
        maturesOn: quote.maturesOn,
        maturesAt: startOfDay(quote.maturesOn),
        told: false,
        claimedAt: null,
      }
      person.wallet = subtract(person.wallet, amount)
      step.movements.push(() => movements.planBought({ id: investment.id, user: person.id, amount }))
      lives.investments.push(investment)
      open.running.add(investment)
      person.plans.add(plan.id)
    }

    function mature(investment: Investment): void {
      const { person, amount, profit, plan } = investment
      if (!investment.told) {
        investment.told = true
        tell(
          person,
          'success',
          'Ready to withdraw',
          `Your investment in ${plan.name} has matured. Claim ${formatRupees(add(amount, profit))} on its page.`,
        )
      }
      if (random() < 0.5) return
      investment.claimedAt = at
      open.running.delete(investment)
      person.plans.delete(plan.id)
      step.movements.push(() => movements.planClaimed({ id: investment.id, user: person.id, amount, profit }))
      profits.push({ person, profit, source: () => `investment ${investment.id}` })
      incoming.push([person, add(amount, profit)])
    }

    function moveIntoEarn(person: Person): void {
      if (daysBetween(day, today) >= EARN_DAYS) return
      const amount = part(random, { least: settings.rupees('flexible_minimum_deposit'), most: person.wallet })
      if (amount > settings.rupees('flexible_maximum_deposit') || amount > person.wallet) return
      const earn = (person.earn ??= emptyEarn(day))
      const after = moved(earn, day, amount)
      person.earn = { ...earn, ...after, principal: add(earn.principal, amount) }
      person.wallet = subtract(person.wallet, amount)
      if (person.deposited > 0n) person.movedToEarn = add(person.movedToEarn, amount)
      const move: EarnMove = { ...row(person), type: 'deposit', amount, balanceAfter: after.balance }
      lives.earnMoves.push(move)
      step.movements.push(() => movements.flexibleDeposited({ id: move.id, user: person.id, amount }))
      reward(person)
    }

    function reward(person: Person): void {
      const { referrer } = person
      if (!referrer?.isActive || person.rewarded) return
      const due = rewardDue({
        referrer: referrer.number,
        deposited: person.deposited,
        movedToEarn: person.movedToEarn,
        linked: false,
        reward: settings.rupees('referral_reward'),
        threshold: settings.rupees('referral_flexible_threshold'),
      })
      if (!due) return
      const { amount } = due
      person.rewarded = true
      lives.rewards.push({ referred: person, referrer, amount, at })
      step.movements.push(() =>
        movements.referralIncome({ source: `reward ${person.id}`, referrer: referrer.id, amount }),
      )
      incoming.push([referrer, amount])
      tell(
        referrer,
        'success',
        'Referral reward',
        `You received ${formatRupees(amount)}: someone you referred has started with Earn.`,
      )
    }

    function takeFromEarn(person: Person): void {
      const { earn } = person
      const free = earn ? subtract(earn.balance, earn.bonus) : ZERO
      if (!earn || free < 20_000n) return
      const amount = part(random, { least: paise(10_000n), most: free })
      const after = moved(earn, day, paise(-amount))
      const principal = subtract(earn.principal, amount < earn.principal ? amount : earn.principal)
      person.earn = { ...earn, ...after, principal }
      const move: EarnMove = { ...row(person), type: 'withdraw', amount, balanceAfter: after.balance }
      lives.earnMoves.push(move)
      step.movements.push(() => movements.flexibleWithdrawn({ id: move.id, user: person.id, amount }))
      incoming.push([person, amount])
    }

    function withdraw(person: Person): void {
      const least = settings.rupees('min_withdrawal_limit')
      if (person.kyc?.status !== 'approved' || person.wallet < least) return
      const payee = payeeOf(person, random)
      const amount = part(random, { least, most: person.wallet })
      const usdtRate = payee.type === 'crypto' ? settings.rupees('usdt_value') : null
      const { fee } = quoteWithdrawal({ amount, feeRate: settings.percent('withdrawal_fee_percentage'), usdtRate })
      const withdrawal: Withdrawal = {
        ...row(person),
        status: 'pending',
        amount,
        fee,
        payee,
        usdtRate,
        transactionId: null,
      }
      person.wallet = subtract(person.wallet, amount)
      step.movements.push(() => movements.withdrawalRequested({ id: withdrawal.id, user: person.id, amount }))
      lives.withdrawals.push(withdrawal)
      open.withdrawals.push(withdrawal)
    }

    function decideWithdrawal(withdrawal: Withdrawal): void {
      const { person, amount, fee, payee } = withdrawal
      const chance = random()
      const moving = () => ({ id: withdrawal.id, user: person.id, amount })
      withdrawal.decidedAt = at
      withdrawal.status = chance < 0.78 ? 'approved' : chance < 0.9 ? 'rejected' : 'cancelled'
      if (withdrawal.status === 'approved') {
        withdrawal.transactionId = reference(person, payee.type)
        step.movements.push(() => movements.withdrawalApproved({ ...moving(), type: payee.type, fee }))
        tell(
          person,
          'success',
          'Withdrawal approved',
          `Your withdrawal of ${formatRupees(amount)} has been paid. Reference: ${withdrawal.transactionId}.`,
        )
      } else {
        step.movements.push(() => movements.withdrawalReleased(moving()))
        incoming.push([person, amount])
        if (withdrawal.status === 'cancelled') return
        withdrawal.note = pick(random, withdrawalReasons)
        tell(
          person,
          'error',
          'Withdrawal rejected',
          `Your withdrawal of ${formatRupees(amount)} was rejected: ${withdrawal.note}. The whole amount is back in your wallet.`,
        )
      }
      const { status } = withdrawal
      lives.acts.push(() => ({
        at,
        admin,
        action: `withdrawal ${status}`,
        subject: 'withdrawal',
        subjectId: withdrawal.id,
        before: { status: 'pending' },
        after: { status: withdrawal.status, user: person.id, amount, fee, transaction_id: withdrawal.transactionId },
        reason: withdrawal.note,
      }))
    }

    function send(person: Person): void {
      const receiver = people[Math.floor(random() * present)]
      if (!receiver || receiver === person || !receiver.isActive) return
      const amount = part(random, { least: paise(10_000n), most: paise(person.wallet / 3n) })
      const quote = quoteTransfer({ amount, feeRate: settings.percent('transfer_fee_percentage') })
      if (quote.total > person.wallet) return
      const chance = random()
      const isLast = n === waves.length - 1
      const status =
        isLast && chance < 0.3 ? 'pending' : chance < 0.8 ? 'completed' : chance < 0.92 ? 'expired' : 'failed'
      const transfer: Transfer = {
        ...row(person),
        receiver,
        amount,
        fee: quote.fee,
        status,
        masked: maskName(receiver.name),
      }
      if (status === 'pending') {
        transfer.at = new Date(at.getTime() - 30_000)
      } else
        transfer.decidedAt = new Date(
          transfer.at.getTime() + (status === 'expired' ? 300_000 : 60_000 + Math.floor(random() * 120_000)),
        )
      lives.transfers.push(transfer)
      if (status !== 'completed') return
      person.wallet = subtract(person.wallet, quote.total)
      incoming.push([receiver, amount])
      tell(receiver, 'success', 'Money received', `${person.name} sent you ${formatRupees(amount)} with BittPay.`)
      step.movements.push(() =>
        movements.transferCompleted({
          id: transfer.id,
          sender: person.id,
          receiver: receiver.id,
          amount,
          fee: quote.fee,
        }),
      )
    }
  }
  return lives

  function settleThrough(day: string): void {
    const credits: { person: Person; amount: Paise; interestDay: string }[] = []
    for (const person of people) {
      if (!person.earn) continue
      const { days, state } = settle(person.earn, day, rateOn)
      const profit = add(...days.map((one) => one.posted))
      person.earn = { ...person.earn, ...state, profitTotal: add(person.earn.profitTotal, profit) }
      person.days.push(...days)
      for (const one of days) if (one.posted > 0n) credits.push({ person, amount: one.posted, interestDay: one.day })
    }
    for (const [interestDay, ofDay] of [...Map.groupBy(credits, (one) => one.interestDay)].sort()) {
      const paid = () => ofDay.map(({ person, amount }) => ({ user: person.id, amount }))
      const name = () => interestName(interestDay, ofDay[0]?.person.id ?? 0)
      const at = endOfDay(interestDay)
      lives.steps.push({ at, movements: [() => movements.interestPosted({ day: interestDay, credits: paid() })] })
      // the night's job pays shares just after midnight
      const step: Step = { at: new Date(at.getTime() + 60_001), movements: [] }
      lives.steps.push(step)
      const profits = ofDay.map(({ person, amount }) => {
        return { person, profit: amount, source: () => interestSource(person.id, interestDay) }
      })
      payShares(step, profits, name)
    }
  }

  /** The referrers' shares of profits, as one movement; `name` is what it is called, the first source by default. */
  function payShares(step: Step, profits: Profit[], name?: () => string): void {
    const rate = settings.percent('referral_profit_share')
    const earning = profits.filter(({ person, profit }) => person.referrer && profit > 0n)
    const [first] = earning
    if (!first || rate === 0n) return
    const sums = new Map<Person, Paise>()
    for (const { person, profit, source } of earning) {
      const { referrer } = person
      if (!referrer) continue
      const { posted, carried } = referralShare({ profit, rate, carried: person.shared?.carried ?? 0n })
      person.shared = { total: add(person.shared?.total ?? ZERO, posted), carried }
      lives.shares.push({ referred: person, referrer, source, profit, posted, carried, at: step.at })
      if (posted > 0n) sums.set(referrer, add(sums.get(referrer) ?? ZERO, posted))
    }
    for (const [person, amount] of sums)
      lives.notices.push({
        person,
        type: 'success',
        title: 'Referral income',
        message: `You received ${formatRupees(amount)}: your share of what people you referred have earned.`,
        at: step.at,
      })
    const credits = () => [...sums].map(([person, amount]) => ({ referrer: person.id, amount }))
    if (sums.size > 0)
      step.movements.push(() => movements.profitSharesPaid({ source: (name ?? first.source)(), credits: credits() }))
  }
}

function makePeople({ from, to, total, now }: { from: number; to: number; total: number; now: Date }): Person[] {
  const span = DAYS_AGO * 24 * HOUR_MS
  const people: Person[] = []
  for (let number = from; number <= to; number++) {
    const random = randomFrom(number)
    // more people by the month
    const ago = span * (1 - ((number - 0.5) / total) ** 0.7)
    const older = people[Math.floor(random() * people.length)]
    const kind = random()
    people.push({
      ...personOf(number, random),
      number,
      id: 0,
      referrer: older?.isActive && random() < 0.3 ? older : null,
      isActive: random() > 0.02,
      registeredAt: new Date(Math.floor(now.getTime() - ago)),
      eagerness: kind < 0.35 ? 0 : kind < 0.7 ? 3 : kind < 0.92 ? 8 : 20,
      wallet: ZERO,
      deposited: ZERO,
      movedToEarn: ZERO,
      rewarded: false,
      shared: null,
      wantsKyc: random() < (kind < 0.35 ? 0.3 : 0.85),
      kyc: null,
      earn: null,
      days: [],
      plans: new Set(),
      references: 0,
    })
  }
  return people
}

/** The moments at which people act: some days of the older months, every day since Earn opened, and now. */
function wavesOf(first: Date, now: Date, random: Random): Date[] {
  const today = dayOf(now)
  const recent = addDays(today, -EARN_DAYS)
  const older = Math.max(0, daysBetween(dayOf(first), recent))
  const stride = Math.max(1, Math.ceil(older / OLD_WAVES))
  const waves: Date[] = []
  for (
    let day = dayOf(first);
    day < today;
    day = addDays(day, day < recent ? Math.min(stride, Math.max(1, daysBetween(day, recent))) : 1)
  ) {
    const at = new Date(Math.floor(startOfDay(day).getTime() + (10 + random() * 11) * HOUR_MS))
    if (at >= first) waves.push(at)
  }
  return [...waves, now]
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

/** An amount as people pay it in: mostly some thousands, seldom a lakh, always round. */
function roundAmount(random: Random, least: Paise): Paise {
  const rupees = BigInt(Math.round((1_000 * 200 ** (random() ** 2)) / 500) * 500)
  return rupees * 100n < least ? least : paise(rupees * 100n)
}

/** A round part of what is there, at least `least`. */
function part(random: Random, { least, most }: { least: Paise; most: Paise }): Paise {
  const share = (most * BigInt(Math.floor(150 + random() * 500))) / 1000n
  const rounded = share - (share % 10_000n)
  return rounded < least ? least : paise(rounded)
}

function payeeOf(person: Person, random: Random): WithdrawalPayee {
  const chance = random()
  if (chance < 0.6) {
    const bank = pick(random, ['okhdfc', 'oksbi', 'ybl', 'paytm'])
    return { type: 'upi', details: { upi_id: `${person.email.split('@')[0]}@${bank}` } }
  }
  if (chance < 0.85) {
    const [bank_name, code] = pick(random, [
      ['State Bank of India', 'SBIN0'],
      ['HDFC Bank', 'HDFC0'],
      ['ICICI Bank', 'ICIC0'],
    ] as const)
    const account_number = digitsOf(person.number, 12)
    return {
      type: 'bank',
      details: { bank_name, account_name: person.name, account_number, ifsc_code: `${code}000001` },
    }
  }
  return { type: 'crypto', details: { address: trc20Address(digestOf(`wallet ${person.number}`)) } }
}

/** As the payer's bank or chain prints it; no two of the demo are alike. */
function reference(person: Person, type: 'upi' | 'bank' | 'crypto'): string {
  const n = person.number * 1000 + person.references++
  if (type === 'crypto') return digestOf(`payment ${n}`).toString('hex')
  return type === 'upi' ? digitsOf(n, 12) : `N${digitsOf(n, 15)}`
}

const kycReasons = ['The picture is blurred', 'The name differs from the profile', 'The number cannot be read']
const depositReasons = [
  'No such payment has arrived',
  'The reference belongs to another payment',
  'The amount does not match',
]
const withdrawalReasons = [
  'The account name differs from the profile',
  'The bank returned the payment',
  'The UPI ID does not exist',
]
