/**
 * The only crossing between numbers on the wire and exact values in the program. A number is read
 * by its shortest decimal text, never multiplied, so 1000.1 is 100010 paise and 1.005 is refused.
 */
import * as z from 'zod/mini'
import { complaint, type Decoding, refuseInput } from './complaint.ts'
import type { PlainComplaintCode } from './complaints.ts'
import { AMOUNT_MAX, decimalText, parseDecimal, type Paise, paise, type Ppm, ppm } from './money.ts'

const isPaise = z.custom<Paise>((value) => typeof value === 'bigint')
const isPpm = z.custom<Ppm>((value) => typeof value === 'bigint')

/** A typed number; a missing one (NaN in a form; none, null or '' in JSON) and a wrong one get different complaints. */
function typedNumber(missing: PlainComplaintCode = 'required') {
  return z.number({
    error: ({ input }) =>
      input === undefined || input === null || input === '' || Number.isNaN(input)
        ? complaint(missing)
        : complaint('not_number'),
  })
}

/** The complaints about a value outside the bounds, and about a missing value. */
type Bounds = { min: bigint; max: bigint; outside: PlainComplaintCode; missing?: PlainComplaintCode }

function paiseBetween({ min, max, outside, missing }: Bounds) {
  return z.codec(typedNumber(missing), isPaise, {
    decode: (rupees, context) => {
      // its text has an exponent, or more digits than any amount
      if (Math.abs(rupees) >= 1e18) return refuseInput(context, rupees, complaint(outside))
      const units = parseDecimal(String(rupees), 2)
      if (units === null) return refuseInput(context, rupees, complaint('amount_decimals'))
      if (units < min || units > max) return refuseInput(context, rupees, complaint(outside))
      return paise(units)
    },
    encode: (amount) => Number(decimalText(amount, 2)),
  })
}

/** An amount that a person requests to move: above zero, at most ₹100,00,00,000, at most two decimals. */
export const amount = paiseBetween({
  min: 1n,
  max: AMOUNT_MAX,
  outside: 'amount_range',
  missing: 'amount_missing',
})

/** Like `amount`, but also zero: a minimum that may be off. */
export const amountOrZero = paiseBetween({
  min: 0n,
  max: AMOUNT_MAX,
  outside: 'amount_or_zero_range',
})

const nothingTyped = z.codec(z.literal(''), z.null(), { decode: () => null, encode: () => '' as const })
/** The amount of a decision: an empty field is null, so that the rule can refuse what is missing. */
export const amountOrNone = z.nullable(z.union([amountOrZero, nothingTyped], complaint('not_number')))

/** A wallet's balance: payments may add up to more than `amount` permits. */
export const wallet = paiseBetween({ min: 0n, max: 10n ** 17n, outside: 'money_range' })

/** Any sum of money in a reply: balances, totals, differences. */
export const money = paiseBetween({ min: -(10n ** 17n), max: 10n ** 17n, outside: 'money_range' })

/** A bound that narrows a list, as it stands in the URL: '1500' or '1500.50'. */
export const amountBound = z.codec(z.string(), isPaise, {
  decode: (text, context) => {
    const units = parseDecimal(text, 2)
    if (units === null) return refuseInput(context, text, complaint('amount_decimals'))
    if (units < 0n || units > AMOUNT_MAX) return refuseInput(context, text, complaint('amount_or_zero_range'))
    return paise(units)
  },
  encode: (amount) => decimalText(amount, 2),
})

/** A percentage in a reply or a form, at most four decimals, 0 to 100,000. */
export const percent = percentWith({ decimals: 4, max: 100_000 })

/** A percentage with at most two decimals, 0 to 1,000: profit, bonus. */
export const percent2 = percentWith({ decimals: 2, max: 1_000 })

function percentWith(bounds: PercentBounds) {
  return z.codec(typedNumber(), isPpm, {
    decode: (value, context) => readPercent(context, value, bounds),
    encode: (rate) => Number(decimalText(rate, 4)),
  })
}

/** `bottom_flow` and `upper_flow`: accepted as a number or text, returned as text with two decimals. */
export const flowPercent = z.codec(z.union([z.string(), z.number()], complaint('not_number')), isPpm, {
  decode: (value, context) => readPercent(context, value, { decimals: 2, max: 100 }),
  encode: (rate) => {
    const hundredths = rate / 100n
    return `${hundredths / 100n}.${(hundredths % 100n).toString().padStart(2, '0')}`
  },
})

type PercentBounds = { decimals: number; max: number }

function readPercent(context: Decoding, value: string | number, { decimals, max }: PercentBounds): Ppm {
  const refused = (message: string) => refuseInput(context, value, message)
  const text = String(value)
  if (text.trim() === '') return refused(complaint('required'))
  if (Number.isNaN(Number(text))) return refused(complaint('not_number'))
  const units = parseDecimal(text, 4)
  if (units === null || parseDecimal(text, decimals) === null) return refused(complaint('decimals', { max: decimals }))
  if (units < 0n || units > BigInt(max) * 10_000n) return refused(complaint('percent_range', { max }))
  return ppm(units)
}

/** A price or sum in USDT: six decimals, kept as whole millionths. */
export const usdt = z.codec(
  typedNumber('amount_missing'),
  z.custom<bigint>((value) => typeof value === 'bigint'),
  {
    decode: (value, context) => {
      const units = parseDecimal(String(value), 6)
      if (units === null || units <= 0n) return refuseInput(context, value, complaint('usdt_range'))
      return units
    },
    encode: (micros) => Number(decimalText(micros, 6)),
  },
)
