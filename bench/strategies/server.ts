/**
 * The real product: runs over HTTP on one server with a clock of its own, with fresh accounts for each run. Runs are concurrent, so
 * that a night is processed once for all of them; each has its own book, and no run affects another.
 */
import { hash, randomBytes } from 'node:crypto'
import { decimalText, paise, type Ppm, ppm, rupeesText, subtract, type Paise, ZERO } from '@bittkosh/contract/money'
import { settingsFrom } from '@bittkosh/contract/settings'
import { addDays, dayOf, daysBetween } from '@bittkosh/contract/time'
import { quoteTransfer } from '@bittkosh/contract/transfers'
import { rupeesOf as rupeesOfUsdt, usdtCovering, usdtWorth } from '@bittkosh/contract/usdt'
import { createBase58check } from '@scure/base'
import { balancesOf } from '../../server/src/ledger/balances.ts'
import { sql } from '../../server/src/platform/database/sql.ts'
import { Refusal } from '../../server/src/platform/http/refuse.ts'
import { samples as packages } from '../../server/src/packages/seed.ts'
import { freshPan, submit } from '../../tests/support/kyc.ts'
import { uploadedUrl } from '../../tests/support/pictures.ts'
import type { TestServer, TestUser } from '../../tests/support/server.ts'
import { proveEmail } from '../../tests/support/verification.ts'
import { transfersOn } from '../../tests/support/transfers.ts'
import { type Act, actingAt, type PayoutEnd, type Strategy } from './acts.ts'
import { makeBook, type Result } from './book.ts'
import { plans, terms, USDT_PAYEE } from './model.ts'

/** Concurrent runs: enough to keep the processor busy. */
const AT_ONCE = 6

const rupeesOf = (amount: Paise) => Number(rupeesText(amount))
const paiseOf = (amount: number) => paise(BigInt(Math.round(amount * 100)))
const unique = () => randomBytes(9).toString('hex').toUpperCase()

type Player = TestUser & {
  number: number | null
  deposits: { id: number; amount: Paise; bonus: Paise; worth: Paise }[]
  /** Pending withdrawals. */
  payouts: number[]
}

/** A server on which any number of strategies are run, together or one after the other. */
export async function strategiesOn(server: TestServer) {
  const sessions = new Map<number, { as: Promise<TestUser>; day: string }>()
  /** Signs in once a day. */
  const signedIn = (user: TestUser): Promise<TestUser> => {
    const day = dayOf(server.clock.now())
    const known = sessions.get(user.id)
    if (known?.day === day) return known.as
    const as = server.signedInAgain(user)
    sessions.set(user.id, { as, day })
    return as
  }
  const admin = await server.makeUser({ role: 'admin' })
  /** A refusal is part of the run; a call that took too long, as on a busy machine, would change the run, so it throws. */
  async function callAs(as: TestUser, method: string, path: string, body?: unknown) {
    const reply = await server.call(method, path, { as: await signedIn(as), body })
    if (reply.status >= 500) throw new Error(`${method} ${path} answered ${reply.status}`)
    return reply
  }
  const asAdmin = (method: string, path: string, body?: unknown) => callAs(admin, method, path, body)
  const made = async (path: string, body: unknown): Promise<number> => {
    const reply = await asAdmin('POST', path, body)
    if (reply.status !== 201) throw new Error(`${path} answered ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body.id
  }
  const details = { upi_id: 'pay@okhdfc', qr_code_url: '' }
  const method = await made('/deposit-methods', { name: 'UPI', type: 'upi', instructions: 'Pay', details })
  const tether = { network: 'TRC20', address: trc20Address('operator') }
  const usdtMethod = await made('/deposit-methods', {
    name: 'USDT',
    type: 'crypto',
    instructions: 'Pay',
    details: tether,
  })
  const packageIds: number[] = []
  for (const { name, rupees, bonusPercent, description } of packages)
    packageIds.push(
      await made('/admin/balance-packages', {
        name,
        amount: Number(rupees),
        bonus_percentage: Number(bonusPercent),
        description,
      }),
    )
  const category = await made('/admin/cryptocurrency-categories', { name: 'Played', description: 'For players' })
  const planIds: number[] = []
  for (const { symbol, days, rate, minimum, maximum, multipleAllowed } of plans)
    planIds.push(
      await made('/admin/cryptocurrencies', {
        name: `Plan ${symbol}`,
        symbol,
        category_id: category,
        icon_url: 'https://example.test/coin.png',
        minimum_deposit: rupeesOf(minimum),
        maximum_deposit: rupeesOf(maximum),
        profit_percentage: Number(rate) / 10_000,
        investment_duration_days: days,
        multiple_allowed: multipleAllowed,
        lower_fluctuation: 1,
        higher_fluctuation: 2,
        bottom_flow: 0,
        upper_flow: 1,
      }),
    )
  const transfers = transfersOn(server)
  const rates: { day: string; rate: Ppm }[] = [
    { day: '', rate: settingsFrom(new Map()).percent('flexible_daily_profit_percentage') },
  ]
  const rateOn = (on: string) => rates.findLast((one) => one.day <= on)!.rate
  const initialUsdtRate = settingsFrom(new Map()).rupees('usdt_value')
  const usdt = { now: initialUsdtRate, before: initialUsdtRate }
  let usdtIsSet: Promise<void> | undefined
  const firstDay = dayOf(server.clock.now())
  let plays = 0
  let registrations = 0

  /** Applies from the next day; runs that share the clock set the same rate, and the first of them does it. */
  async function setRate(rate: number): Promise<void> {
    const from = addDays(dayOf(server.clock.now()), 1)
    const last = rates.at(-1)
    if (last?.day === from && last.rate === ppm(BigInt(rate))) return
    if (last?.day === from) rates.pop()
    rates.push({ day: from, rate: ppm(BigInt(rate)) })
    const reply = await asAdmin('PUT', '/settings/flexible_daily_profit_percentage', { value: rate / 10_000 })
    if (reply.status !== 200) throw new Error(`the rate stayed: ${JSON.stringify(reply.body)}`)
  }

  /** Applies immediately; the first of the runs that share the clock sets it, and the others wait for that. */
  async function setUsdtRate(rate: Paise): Promise<void> {
    if (rate !== usdt.now) {
      usdt.before = usdt.now
      usdt.now = rate
      usdtIsSet = putUsdtRate(rate)
    }
    await usdtIsSet
  }

  async function putUsdtRate(rate: Paise): Promise<void> {
    const reply = await asAdmin('PUT', '/settings/usdt_value', { value: rupeesOf(rate) })
    if (reply.status !== 200) throw new Error(`the rate of USDT stayed: ${JSON.stringify(reply.body)}`)
  }

  async function wait(days: number): Promise<void> {
    await server.travelTo(actingAt(firstDay, addDays(dayOf(server.clock.now()), days)))
  }

  /**
   * The result of each strategy, in their order, all started on one day. If more than one sets rates, they must set the same ones
   * (`underRates`).
   */
  async function playTogether(strategies: readonly Strategy[]): Promise<Result[]> {
    await setRate(200)
    await setUsdtRate(initialUsdtRate)
    usdt.before = usdt.now
    await wait(1)
    let waiting = strategies.map((strategy) => open(strategy))
    const all = waiting
    while (waiting.length > 0) {
      const today = dayOf(server.clock.now())
      const ready = waiting.filter(({ wakesOn }) => wakesOn() === today)
      let next = 0
      const work = async () => {
        for (let one = ready[next++]; one; one = ready[next++]) await one.act()
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
      waiting = waiting.filter(({ result }) => result() === null)
      const days = waiting.map(({ wakesOn }) => daysBetween(today, wakesOn()))
      if (days.length > 0) await wait(Math.min(...days))
    }
    return all.map(({ result }) => result()!)
  }

  /** One run of a strategy: its accounts, its book and its progress. */
  function open(strategy: Strategy) {
    const name = `play-${String(++plays).padStart(6, '0')}`
    const players: Player[] = []
    const numbers = new Map<number, string>()
    const book = makeBook({ ...terms, rateOn }, dayOf(server.clock.now()))
    let next = 0
    let wakesOn = dayOf(server.clock.now())
    let result: Result | null = null

    /** Performs all acts up to the next wait, or to the end. */
    async function act(): Promise<void> {
      if (next > 0) book.nights(wakesOn)
      for (let one = strategy[next++]; one; one = strategy[next++]) {
        if (one.do === 'wait') {
          wakesOn = addDays(wakesOn, one.days)
          return
        }
        await perform(one)
      }
      result = book.result(await heldBy(players))
    }

    const walletOf = async ({ id }: Player) => (await balancesOf(server.services.db, id)).wallet
    const earnOf = async (player: Player) => {
      const { body } = await callAs(player, 'GET', '/flexible/balance')
      return subtract(paiseOf(body.current_balance), paiseOf(body.locked_bonus))
    }

    async function register({ referrer, device }: Extract<Act, { do: 'register' }>): Promise<void> {
      const by = referrer === null ? undefined : players[referrer]
      if (referrer !== null && !by) return
      const n = players.length
      const phone = `+9197${String(++registrations).padStart(8, '0')}`
      const identity = { name: 'A Player', email: `${name}-${n}@example.test`, phone }
      const code = by && (await referralCodeOf(by))
      if (by && !code) return
      const body = { ...identity, password: 'a-long-passphrase', ...(code ? { referral_code: code } : {}) }
      const reply = await server.call('POST', '/register', { body, device: `device-${device}-of-${name}` })
      if (reply.status !== 201) throw new Error(`registering answered ${JSON.stringify(reply.body)}`)
      const player: Player = {
        ...identity,
        id: reply.body.user.id,
        token: reply.body.token,
        number: null,
        deposits: [],
        payouts: [],
      }
      await proveEmail(server, player)
      players.push(player)
      book.registered({ referrer, device })
    }

    async function referralCodeOf({ id }: Player): Promise<string | undefined> {
      const { rows } = await sql<{ code: string }>`
        select referral_code as code from users where id = ${id} and is_active and closed_at is null`.execute(
        server.services.db,
      )
      return rows[0]?.code
    }

    async function perform(act: Exclude<Act, { do: 'wait' }>): Promise<void> {
      if (act.do === 'register') return register(act)
      if (act.do === 'rate') return setRate(act.ppm)
      if (act.do === 'usdtRate') return setUsdtRate(act.rate)
      const player = players[act.account]
      if (!player || !(await referralCodeOf(player))) return // closed
      switch (act.do) {
        case 'prove': {
          if (player.number !== null) return
          const number = numbers.get(act.number) ?? freshPan()
          numbers.set(act.number, number)
          const form = {
            govt_id_type: 'pan' as const,
            govt_id_number: number,
            govt_id_urls: [await uploadedUrl(server, await signedIn(player))],
          }
          const isTaken = await submit(server, player, form).then(
            () => false,
            (error: unknown) => {
              if (error instanceof Refusal && error.refused.code === 'id_in_use') return true
              throw error
            },
          )
          if (isTaken) return
          const reply = await asAdmin('POST', `/kyc/${player.id}/verify`, { id_index: 0, status: 'approved' })
          if (reply.status !== 200) throw new Error(`approving answered ${JSON.stringify(reply.body)}`)
          player.number = act.number
          return book.proved(act.account, act.number)
        }
        case 'deposit': {
          const bought = act.bought === null ? undefined : packageIds[act.bought]
          const price = act.bought === null ? act.amount : paise(packages[act.bought]!.rupees * 100n)
          const shown = act.usdt === 'before' ? usdt.before : usdt.now
          const sent = act.usdt && usdtCovering(price, shown)
          const amount = sent === null ? price : rupeesOfUsdt(sent, shown)
          const asked = await callAs(player, 'POST', '/deposits', {
            ...(bought === undefined ? { amount: rupeesOf(amount) } : { balance_package_id: bought }),
            ...(sent === null ? {} : { usdt_amount: Number(decimalText(sent, 6)) }),
            transaction_id: unique(),
            payment_method: sent === null ? method : usdtMethod,
          })
          if (asked.status !== 201) return
          const requested = paiseOf(asked.body.requested_amount)
          const approved = paise((requested * BigInt(act.parts)) / 4n)
          const reply = await asAdmin('PUT', `/deposits/${asked.body.id}`, {
            status: 'approved',
            approved_amount: rupeesOf(approved),
            admin_note: 'What arrived',
          })
          if (reply.status !== 200) throw new Error(`approving answered ${JSON.stringify(reply.body)}`)
          const { rows } = await sql<{ bonus: Paise }>`
            select bonus from deposits where id = ${asked.body.id}`.execute(server.services.db)
          const worth = sent === null ? approved : paise((rupeesOfUsdt(sent, usdt.now) * BigInt(act.parts)) / 4n)
          const deposit = { amount: approved, bonus: paise(rows[0]!.bonus), worth }
          player.deposits.push({ id: asked.body.id, ...deposit })
          return book.deposited(act.account, deposit)
        }
        case 'reverse': {
          const last = player.deposits.at(-1)
          if (!last) return
          const reply = await asAdmin('POST', `/deposits/${last.id}/reverse`, { reason: 'The bank took it back' })
          if (reply.status !== 200) return
          player.deposits.pop()
          return book.reversed(act.account, last)
        }
        case 'earnIn': {
          const amount = act.amount === 'all' ? await walletOf(player) : act.amount
          if (amount === ZERO) return
          const reply = await callAs(player, 'POST', '/flexible/deposit', { amount: rupeesOf(amount) })
          return reply.status === 201 ? book.intoEarn(act.account, amount) : undefined
        }
        case 'earnOut': {
          const amount = act.amount === 'all' ? await earnOf(player) : act.amount
          if (amount === ZERO) return
          const reply = await callAs(player, 'POST', '/flexible/withdraw', { amount: rupeesOf(amount) })
          return reply.status === 201 ? book.outOfEarn(act.account, amount) : undefined
        }
        case 'invest': {
          const amount = act.amount === 'all' ? await walletOf(player) : act.amount
          if (amount === ZERO) return
          await callAs(player, 'POST', '/crypto/invest', {
            cryptocurrency_id: planIds[act.plan],
            amount: rupeesOf(amount),
          })
          return
        }
        case 'claim': {
          const { rows } = await sql<{ id: number; profit: Paise }>`
            select id, profit from investments where user_id = ${player.id} and claimed_at is null order by id`.execute(
            server.services.db,
          )
          for (const { id, profit } of rows) {
            const reply = await callAs(player, 'POST', `/crypto/withdraw/${id}`)
            if (reply.status === 200) book.claimed(act.account, paise(profit))
          }
          return
        }
        case 'send': {
          const receiver = players[act.to]
          if (!receiver) return
          const feeRate = settingsFrom(new Map()).percent('transfer_fee_percentage')
          const all = paise(((await walletOf(player)) * 1_000_000n) / (1_000_000n + feeRate))
          const amount = act.amount === 'all' ? all : act.amount
          if (amount === ZERO) return
          const body = { recipient: receiver.email, amount: rupeesOf(amount) }
          const opened = await callAs(player, 'POST', '/balance-transfer/initiate', body)
          if (opened.status !== 201) return
          const otp = await transfers.codeFor(player)
          const reply = await callAs(player, 'POST', '/balance-transfer/verify', {
            transfer_id: opened.body.transfer_id,
            otp,
          })
          return reply.status === 200 ? book.sent(quoteTransfer({ amount, feeRate }).fee) : undefined
        }
        case 'withdraw': {
          const amount = act.amount === 'all' ? await walletOf(player) : act.amount
          if (amount === ZERO) return
          const payee = `${name}p${act.payee}`
          const asked = await callAs(player, 'POST', '/withdrawals', {
            amount: rupeesOf(amount),
            type: act.isUsdt ? 'crypto' : 'upi',
            withdrawal_details: act.isUsdt ? { address: trc20Address(payee) } : { upi_id: `${payee}@okhdfc` },
          })
          if (asked.status !== 201) return
          const { id } = asked.body
          player.payouts.push(id)
          book.asked(act.account, act.isUsdt ? USDT_PAYEE + act.payee : act.payee)
          if (act.isUsdt) book.askedInUsdt(id, usdt.now)
          return act.ends === 'waits' ? undefined : endPayout(player, id, act.ends)
        }
        case 'beginPayout': {
          for (const id of player.payouts) {
            const { body } = await asAdmin('GET', `/withdrawals/${id}`)
            if (body.claimed_by !== null) continue
            const reply = await asAdmin('POST', `/withdrawals/${id}/claim`, {})
            if (reply.status !== 200) throw new Error(`beginning to pay answered ${JSON.stringify(reply.body)}`)
            return book.begun(id, usdt.now)
          }
          return
        }
        case 'endPayout': {
          const [id] = player.payouts
          return id === undefined ? undefined : endPayout(player, id, act.ends)
        }
        case 'close': {
          await asAdmin('DELETE', `/users/${player.id}`)
          return
        }
        default:
          return act satisfies never
      }
    }

    async function endPayout(player: Player, id: number, ends: PayoutEnd): Promise<void> {
      if (ends === 'cancelled') {
        const cancelled = await callAs(player, 'POST', `/withdrawals/${id}/cancel`)
        if (cancelled.status !== 200) return // somebody pays it
      } else {
        const paid = await asAdmin('PUT', `/withdrawals/${id}`, { status: 'approved', transaction_id: unique() })
        if (paid.status !== 200) throw new Error(`paying answered ${JSON.stringify(paid.body)}`)
      }
      player.payouts = player.payouts.filter((one) => one !== id)
      if (ends === 'cancelled') return
      if (ends === 'returned') {
        const back = await asAdmin('POST', `/withdrawals/${id}/return`, { reason: 'Account closed' })
        if (back.status !== 200) throw new Error(`returning answered ${JSON.stringify(back.body)}`)
        return
      }
      const { rows } = await sql<{ amount: Paise; fee: Paise; rate: Paise | null }>`
        select amount, fee, usdt_rate as rate from withdrawals where id = ${id}`.execute(server.services.db)
      const { amount, fee, rate } = rows[0]!
      const net = subtract(amount, fee)
      if (rate === null) return book.paid({ net, fee })
      book.paidInUsdt(id, { net, fee, usdt: usdtWorth(net, rate), rate: usdt.now })
    }

    async function heldBy(owners: readonly Player[]): Promise<bigint> {
      let sum = 0n
      for (const player of owners) {
        const { wallet, invested, held } = await balancesOf(server.services.db, player.id)
        sum += wallet + invested + held
        if (await referralCodeOf(player)) sum += await earnOf(player)
      }
      return sum
    }

    return { act, wakesOn: () => wakesOn, result: () => result }
  }

  return { playTogether }
}

const base58check = createBase58check((bytes: Uint8Array) => hash('sha256', bytes, 'buffer'))

/** A valid address derived from a name. */
function trc20Address(name: string): string {
  const bytes = hash('sha256', name, 'buffer').subarray(0, 20)
  return base58check.encode(new Uint8Array([0x41, ...bytes]))
}
