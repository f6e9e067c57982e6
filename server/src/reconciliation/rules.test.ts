import { add, negate, type Paise, paise, subtract, ZERO } from '@bittkosh/contract/money'
import { describe, expect, test } from 'vitest'
import {
  type AccountFact,
  balancesOf,
  type BookFact,
  explainDay,
  judgeSigning,
  keyOf,
  type LineFact,
  sumUp,
} from './rules.ts'

const DAY = '2026-11-21'
const ELSEWHERE = '2026-11-20'
const LATER = '2026-11-22'
const rupees = (amount: number) => paise(BigInt(amount) * 100n)
const account: AccountFact = { account: 1, method: null, hasStatement: true, opening: null, closing: null }
const line = (change: Partial<LineFact>): LineFact => ({
  account: 1,
  method: null,
  line: 10,
  amount: rupees(500),
  isLate: false,
  isPutAside: false,
  request: null,
  ...change,
})
const booked = (change: Partial<BookFact>): BookFact => ({
  account: 1,
  method: null,
  subject: 'deposit',
  id: 7,
  event: 'decided',
  amount: rupees(500),
  line: null,
  hasNote: false,
  ...change,
})
type Request = NonNullable<LineFact['request']>
const fits = (day: string | null, change: Partial<Pick<Request, 'subject'> & NonNullable<Request['booking']>> = {}) => {
  const { subject = 'deposit', ...booking } = change
  return { subject, id: 7, booking: day === null ? null : { day, amount: rupees(500), hasNote: false, ...booking } }
}
const explain = (lines: LineFact[], book: BookFact[]) => {
  const [first] = explainDay({ day: DAY, accounts: [account], lines, book })
  if (!first) throw new Error('no account')
  return first
}

describe('why a day differs', () => {
  const cases: {
    name: string
    lines?: LineFact[]
    book?: BookFact[]
    difference: number
    reasons: { kind: string; amount: Paise; isOpen: boolean; otherDay?: string }[]
  }[] = [
    {
      name: 'a line and its deposit of the same day and amount are equal',
      lines: [line({ request: fits(DAY) })],
      book: [booked({ line: { id: 10, amount: rupees(500), day: DAY } })],
      difference: 0,
      reasons: [],
    },
    {
      name: 'money came without a deposit',
      lines: [line({})],
      difference: 500,
      reasons: [{ kind: 'line_without_deposit', amount: rupees(500), isOpen: true }],
    },
    {
      name: 'a deposit that only waits explains nothing',
      lines: [line({ request: fits(null) })],
      difference: 500,
      reasons: [{ kind: 'line_without_deposit', amount: rupees(500), isOpen: true }],
    },
    {
      name: 'money went out without a payout',
      lines: [line({ amount: rupees(-300) })],
      difference: -300,
      reasons: [{ kind: 'line_without_payout', amount: rupees(-300), isOpen: true }],
    },
    {
      name: 'a deposit was approved without a line',
      book: [booked({})],
      difference: -500,
      reasons: [{ kind: 'deposit_without_line', amount: rupees(-500), isOpen: true }],
    },
    {
      name: 'a payout is on no line',
      book: [booked({ subject: 'withdrawal', amount: rupees(-400) })],
      difference: 400,
      reasons: [{ kind: 'payout_without_line', amount: rupees(400), isOpen: true }],
    },
    {
      name: 'a deposit was approved for more than arrived, without a note',
      lines: [line({ amount: rupees(450), request: fits(DAY) })],
      book: [booked({ line: { id: 10, amount: rupees(450), day: DAY } })],
      difference: -50,
      reasons: [{ kind: 'other_amount', amount: rupees(-50), isOpen: true }],
    },
    {
      name: 'a deposit was approved for less than arrived, with a note',
      lines: [line({ amount: rupees(550), request: fits(DAY) })],
      book: [booked({ line: { id: 10, amount: rupees(550), day: DAY }, hasNote: true })],
      difference: 50,
      reasons: [{ kind: 'other_amount', amount: rupees(50), isOpen: false }],
    },
    {
      name: 'more was paid out than was booked',
      lines: [line({ amount: rupees(-410), request: fits(DAY, { subject: 'withdrawal' }) })],
      book: [booked({ subject: 'withdrawal', amount: rupees(-400), line: { id: 10, amount: rupees(-410), day: DAY } })],
      difference: -10,
      reasons: [{ kind: 'other_amount', amount: rupees(-10), isOpen: true }],
    },
    {
      name: 'a line was set aside with a reason',
      lines: [line({ isPutAside: true })],
      difference: 500,
      reasons: [{ kind: 'put_aside', amount: rupees(500), isOpen: false }],
    },
    {
      name: 'the deposit of a line was approved on another day',
      lines: [line({ request: fits(ELSEWHERE) })],
      difference: 500,
      reasons: [{ kind: 'timing', amount: rupees(500), isOpen: false, otherDay: ELSEWHERE }],
    },
    {
      name: 'the line of a deposit is on another day',
      book: [booked({ line: { id: 10, amount: rupees(500), day: ELSEWHERE } })],
      difference: -500,
      reasons: [{ kind: 'timing', amount: rupees(-500), isOpen: false, otherDay: ELSEWHERE }],
    },
    {
      name: 'a payout left late in the evening, and its line of today shows another amount',
      lines: [
        line({ amount: rupees(-11_000), request: fits(ELSEWHERE, { subject: 'withdrawal', amount: rupees(-10_000) }) }),
      ],
      difference: -11_000,
      reasons: [
        { kind: 'timing', amount: rupees(-10_000), isOpen: false, otherDay: ELSEWHERE },
        { kind: 'other_amount', amount: rupees(-1000), isOpen: true, otherDay: ELSEWHERE },
      ],
    },
    {
      name: 'a payout left late in the evening, and its line of tomorrow shows another amount',
      book: [
        booked({
          subject: 'withdrawal',
          amount: rupees(-10_000),
          line: { id: 10, amount: rupees(-11_000), day: LATER },
        }),
      ],
      difference: 10_000,
      reasons: [{ kind: 'timing', amount: rupees(10_000), isOpen: false, otherDay: LATER }],
    },
    {
      name: 'a deposit was approved today for more than its line of another day shows, without a note',
      book: [booked({ line: { id: 10, amount: rupees(450), day: ELSEWHERE } })],
      difference: -500,
      reasons: [
        { kind: 'timing', amount: rupees(-450), isOpen: false, otherDay: ELSEWHERE },
        { kind: 'other_amount', amount: rupees(-50), isOpen: true, otherDay: ELSEWHERE },
      ],
    },
    {
      name: 'the same with a note',
      book: [booked({ line: { id: 10, amount: rupees(450), day: ELSEWHERE }, hasNote: true })],
      difference: -500,
      reasons: [
        { kind: 'timing', amount: rupees(-450), isOpen: false, otherDay: ELSEWHERE },
        { kind: 'other_amount', amount: rupees(-50), isOpen: false, otherDay: ELSEWHERE },
      ],
    },
    {
      name: 'a deposit will be approved on a later day for more than its line of today shows',
      lines: [line({ amount: rupees(450), request: fits(LATER) })],
      difference: 450,
      reasons: [{ kind: 'timing', amount: rupees(450), isOpen: false, otherDay: LATER }],
    },
    {
      name: 'a deposit was approved with a note for less than its line of a later day shows',
      lines: [line({ amount: rupees(550), request: fits(ELSEWHERE, { hasNote: true }) })],
      difference: 550,
      reasons: [
        { kind: 'timing', amount: rupees(500), isOpen: false, otherDay: ELSEWHERE },
        { kind: 'other_amount', amount: rupees(50), isOpen: false, otherDay: ELSEWHERE },
      ],
    },
    {
      name: 'a deposit was taken back in the book only',
      book: [booked({ event: 'reversed', amount: rupees(-500) })],
      difference: 500,
      reasons: [{ kind: 'reversed', amount: rupees(500), isOpen: false }],
    },
    {
      name: 'a payout came back, in the book and as a line of its own',
      lines: [line({ amount: rupees(400) })],
      book: [booked({ subject: 'withdrawal', event: 'returned', amount: rupees(400) })],
      difference: 0,
      reasons: [
        { kind: 'line_without_deposit', amount: rupees(400), isOpen: true },
        { kind: 'returned', amount: rupees(-400), isOpen: false },
      ],
    },
    {
      name: 'a payout came back, and its line of the day shows it',
      lines: [line({ amount: rupees(400), request: fits(DAY, { subject: 'withdrawal' }) })],
      book: [
        booked({
          subject: 'withdrawal',
          id: 7,
          event: 'returned',
          amount: rupees(400),
          line: { id: 1, amount: rupees(400), day: DAY },
        }),
      ],
      difference: 0,
      reasons: [],
    },
    {
      name: 'a payout was given back a day after its line',
      book: [
        booked({
          subject: 'withdrawal',
          event: 'returned',
          amount: rupees(400),
          line: { id: 1, amount: rupees(400), day: ELSEWHERE },
        }),
      ],
      difference: -400,
      reasons: [{ kind: 'timing', amount: rupees(-400), isOpen: false, otherDay: ELSEWHERE }],
    },
    {
      name: 'a line of a closed day that came late counts today, against its deposit of that day',
      lines: [line({ isLate: true, request: fits(ELSEWHERE) })],
      difference: 500,
      reasons: [{ kind: 'timing', amount: rupees(500), isOpen: false, otherDay: ELSEWHERE }],
    },
  ]
  test.each(cases)('$name', ({ lines = [], book = [], difference, reasons }) => {
    const told = explain(lines, book)
    expect(told.difference).toBe(rupees(difference))
    expect(told.reasons).toMatchObject(reasons)
    expect(told.reasons).toHaveLength(reasons.length)
    expect(sumUp([told]).open).toBe(reasons.filter(({ isOpen }) => isOpen).length)
  })

  test('receipts and payments are separate, and so are late lines', () => {
    const told = explain(
      [line({}), line({ amount: rupees(-200) }), line({ amount: rupees(30), isLate: true })],
      [booked({ amount: rupees(70) }), booked({ subject: 'withdrawal', amount: rupees(-40) })],
    )
    expect(told).toMatchObject({
      in: rupees(500),
      out: rupees(200),
      late: rupees(30),
      bookIn: rupees(70),
      bookOut: rupees(40),
      difference: rupees(300),
    })
  })

  test('a payment method without a statement, and payouts that no statement shows, count as separate accounts', () => {
    const told = explainDay({
      day: DAY,
      accounts: [account],
      lines: [],
      book: [booked({ account: null, method: 3 }), booked({ account: null, method: null, subject: 'withdrawal' })],
    })
    expect(told.map(keyOf)).toEqual(['account 1', 'method 3', 'method null'])
  })

  test('a note is needed for unexplained differences, and for an account without a statement', () => {
    expect(sumUp([explain([], [])]).needsNote).toBe(false)
    expect(sumUp([explain([line({})], [])]).needsNote).toBe(true)
    const [without] = explainDay({ day: DAY, accounts: [{ ...account, hasStatement: false }], lines: [], book: [] })
    expect(sumUp(without ? [without] : []).needsNote).toBe(true)
  })
})

/** A generator of numbers below `n`, the same for the same seed. */
function numbers(seed: number) {
  let state = seed
  return (n: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
}

test.each(Array.from({ length: 50 }, (_, n) => 20_261_121 + n))(
  'the reasons add up to the difference on every account and day (seed %i)',
  (seed) => {
    const below = numbers(seed)
    const days = ['2026-11-20', '2026-11-21', '2026-11-22']
    const dayAt = () => days[below(days.length)] ?? DAY
    const lines: (LineFact & { day: string })[] = []
    const book: (BookFact & { day: string })[] = []
    let differing = ZERO
    for (let n = 1; n <= 40; n += 1) {
      const key = { account: 1 + below(3), method: null }
      const amount = paise(BigInt(below(1_000_000) - 500_000) || 1n)
      const day = dayAt()
      const isPair = below(2) === 0
      const other = dayAt()
      const subject = amount > 0n ? 'deposit' : 'withdrawal'
      const bookedAmount = below(4) === 0 ? paise(amount + 5n) : amount
      if (isPair) differing = add(differing, subtract(amount, bookedAmount))
      if (isPair || below(2) === 0)
        lines.push({
          ...line({ ...key, line: n, amount, isLate: below(5) === 0, isPutAside: !isPair && below(3) === 0 }),
          request: isPair ? { subject, id: n, booking: { day: other, amount: bookedAmount, hasNote: false } } : null,
          day,
        })
      if (isPair || below(2) === 0)
        book.push({
          ...booked({ ...key, subject, id: n, amount: bookedAmount }),
          event: isPair ? 'decided' : ((['decided', 'reversed', 'returned'] as const)[below(3)] ?? 'decided'),
          line: isPair ? { id: n, amount, day } : null,
          day: other,
        })
    }
    let whole = ZERO
    const sums = { timing: ZERO, other_amount: ZERO }
    for (const day of days) {
      const of = { lines: lines.filter((one) => one.day === day), book: book.filter((one) => one.day === day) }
      for (const told of explainDay({ day, accounts: [account], ...of })) {
        expect(add(ZERO, ...told.reasons.map(({ amount }) => amount))).toBe(told.difference)
        expect(told.difference).toBe(
          subtract(add(told.in, told.late, negate(told.out)), subtract(told.bookIn, told.bookOut)),
        )
        whole = add(whole, told.difference)
        for (const { kind, amount } of told.reasons)
          if (kind === 'timing' || kind === 'other_amount') sums[kind] = add(sums[kind], amount)
      }
    }
    // Over all days the halves cancel out, and what they differ by is counted once.
    expect(sums).toEqual({ timing: ZERO, other_amount: differing })
    const sum = (amounts: Paise[]) => add(ZERO, ...amounts)
    expect(whole).toBe(subtract(sum(lines.map(({ amount }) => amount)), sum(book.map(({ amount }) => amount))))
  },
)

describe('the balances of a day', () => {
  const at = (amount: number, balance: number | null) => ({
    amount: rupees(amount),
    balance: balance === null ? null : rupees(balance),
  })
  test.each([
    { name: 'oldest line first', lines: [at(5, 15), at(10, 25), at(-3, 22)], opening: 10, closing: 22 },
    { name: 'newest line first', lines: [at(-3, 22), at(10, 25), at(5, 15)], opening: 10, closing: 22 },
    { name: 'a day that ends as it began', lines: [at(5, 15), at(-5, 10)], opening: 10, closing: 10 },
    { name: 'such a day, newest first', lines: [at(-3, 10), at(-2, 13), at(5, 15)], opening: 10, closing: 10 },
    {
      name: 'a day that passes its opening again',
      lines: [at(5, 15), at(-5, 10), at(7, 17)],
      opening: 10,
      closing: 17,
    },
  ])('$name', ({ lines, opening, closing }) => {
    expect(balancesOf(lines)).toEqual({ opening: rupees(opening), closing: rupees(closing) })
  })
  test.each([
    { name: 'no line', lines: [] },
    { name: 'a line without a balance', lines: [at(5, 15), at(5, null)] },
    { name: 'a missing line', lines: [at(5, 15), at(5, 25)] },
  ])('are unknown for $name', ({ lines }) => {
    expect(balancesOf(lines)).toBeNull()
  })
})

describe('who may sign', () => {
  const signing = {
    day: DAY,
    now: new Date('2026-11-21T18:45:00Z'),
    admin: 1,
    closedThrough: '2026-11-20',
    interestPosted: true,
    digest: 'a',
    shownDigest: 'a',
    needsNote: false,
    note: null,
    first: null,
  }
  const cases: [string, Partial<Parameters<typeof judgeSigning>[0]>, object][] = [
    ['a quarter of an hour after the day', {}, { does: 'sign' }],
    ['not earlier', { now: new Date('2026-11-21T18:44:59.999Z') }, { refused: { code: 'day_not_over' } }],
    ['any day first', { closedThrough: null }, { does: 'sign' }],
    ['no closed day', { closedThrough: DAY }, { refused: { code: 'day_closed' } }],
    [
      'no day with an open one before it',
      { closedThrough: '2026-11-18' },
      { refused: { code: 'day_out_of_order', params: { day: '2026-11-19' } } },
    ],
    ['no day without its interest', { interestPosted: false }, { refused: { code: 'day_interest_missing' } }],
    ['no figures but the newest', { shownDigest: 'b' }, { refused: { code: 'day_figures_changed' } }],
    ['nothing unexplained without a note', { needsNote: true }, { refused: { code: 'day_note_required' } }],
    ['something unexplained with a note', { needsNote: true, note: 'Asked the bank' }, { does: 'sign' }],
    ['a second admin closes', { first: { by: 2, digest: 'a' } }, { does: 'close' }],
    ['not the same one twice', { first: { by: 1, digest: 'a' } }, { refused: { code: 'day_signed_already' } }],
    ['other figures are signed anew, also by the same', { first: { by: 1, digest: 'old' } }, { does: 'sign' }],
  ]
  test.each(cases)('%s', (_name, change, verdict) => {
    expect(judgeSigning({ ...signing, ...change })).toMatchObject(verdict)
  })
})
