/** Strategies that once made money, and near relatives of them. Under today's rules none does. */
import { type Act, cashOut, rupees, type Strategy } from './acts.ts'

const ofAccounts = (count: number, acts: (account: number) => Act[]): Act[] =>
  Array.from({ length: count }, (_, account) => acts(account)).flat()

const register = (referrer: number | null, device: number, person = 0): Act => ({
  do: 'register',
  person,
  referrer,
  device,
})
const deposit = (account: number, amount: number) => ({
  do: 'deposit' as const,
  account,
  amount: rupees(amount),
  bought: null,
  parts: 4,
  usdt: null,
})
const ofPackage = (account: number, bought: number) => ({
  do: 'deposit' as const,
  account,
  amount: rupees(0),
  bought,
  parts: 4,
  usdt: null,
})
const half = (account: number): Act => ({ ...ofPackage(account, 0), parts: 2 })
const withdrawAll = (account: number): Act => ({
  do: 'withdraw',
  account,
  amount: 'all',
  payee: 0,
  isUsdt: false,
  ends: 'paid',
})
const prove = (account: number, number: number): Act => ({ do: 'prove', account, number })
const earnIn = (account: number, amount: number | 'all'): Act => ({
  do: 'earnIn',
  account,
  amount: amount === 'all' ? amount : rupees(amount),
})
const earnOut = (account: number): Act => ({ do: 'earnOut', account, amount: 'all' })
const wait = (days: number): Act => ({ do: 'wait', days })
const sendAll = (account: number, to: number): Act => ({ do: 'send', account, to, amount: 'all' })

/** One leader with an identity; five of the same person's accounts without one put own money into Earn and send it on. */
const leaderOf = (paid: (account: number) => Act): Act[] => [
  register(null, 0),
  ...ofAccounts(5, (n) => [register(0, n + 1)]),
  prove(0, 0),
  deposit(0, 1_000),
  ...ofAccounts(5, (n) => [paid(n + 1), earnIn(n + 1, 500), wait(1), earnOut(n + 1), sendAll(n + 1, 0)]),
  withdrawAll(0),
]

/** Everything for one ID number, and again on the next account. */
const round = (account: number): Act[] => [
  register(null, account),
  prove(account, 0),
  deposit(account, 1_000),
  earnOut(account),
  withdrawAll(account),
  { do: 'close', account },
]

export const knownStrategies: Record<string, Strategy> = {
  'the largest package, withdrawn the same day': [
    register(null, 0),
    prove(0, 0),
    ...ofAccounts(5, (): Act[] => [ofPackage(0, 3), withdrawAll(0)]),
  ],
  'five accounts without identity and one leader': leaderOf((account) => deposit(account, 1_000)),
  'the same with half-paid packages': leaderOf(half),
  'register, prove, take the bonus, close, again': [...round(0), ...round(1), ...round(2)],
  'interest of locked bonuses': [
    ...ofAccounts(4, (n) => [register(null, n)]),
    prove(0, 0),
    wait(60),
    ...ofAccounts(4, (n) => [earnOut(n), ...(n > 0 ? [sendAll(n, 0)] : [])]),
    deposit(0, 1_000),
    withdrawAll(0),
  ],
  'shares of linked accounts': [
    register(null, 0),
    register(0, 0),
    prove(0, 0),
    prove(1, 1),
    deposit(1, 50_000),
    earnIn(1, 'all'),
    wait(60),
    earnOut(1),
    withdrawAll(1),
    ...cashOut(1),
  ],
  'shares of locked bonuses': [
    register(null, 0),
    ...ofAccounts(5, (n) => [register(0, n + 1)]),
    prove(0, 0),
    wait(120),
    deposit(0, 1_000),
    ...cashOut(1),
  ],
  'a reward from an account of the same person': [
    register(null, 0),
    register(0, 0),
    prove(0, 0),
    prove(1, 1),
    deposit(1, 1_000),
    earnIn(1, 500),
    ...cashOut(2),
  ],
  'what is left of a bonus whose deposit came back': [
    register(null, 0),
    register(0, 1),
    prove(1, 1),
    deposit(1, 50_000),
    { do: 'earnOut', account: 1, amount: rupees(1) },
    { do: 'reverse', account: 1 },
    { do: 'earnOut', account: 1, amount: rupees(250) },
    wait(31),
  ],
  // Requested while USDT are cheap, and paid only if they have risen: otherwise cancelled and requested again.
  'a payout in USDT that waits for a better rate': [
    register(null, 0),
    prove(0, 0),
    deposit(0, 50_000),
    { do: 'usdtRate', rate: rupees(90) },
    { do: 'withdraw', account: 0, amount: 'all', payee: 0, isUsdt: true, ends: 'waits' },
    wait(3),
    { do: 'usdtRate', rate: rupees(110) },
    { do: 'endPayout', account: 0, ends: 'paid' },
  ],
  'USDT at the rate before they fell': [
    register(null, 0),
    prove(0, 0),
    { do: 'usdtRate', rate: rupees(110) },
    { do: 'usdtRate', rate: rupees(90) },
    { ...deposit(0, 50_000), usdt: 'before' },
    withdrawAll(0),
  ],
}
