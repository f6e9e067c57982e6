/**
 * What can be wrong with one field of a request: code → the sentence beside the field, or a function if the sentence
 * has figures. A schema names it by `complaint(code)`, so that a browser fetches the sentences only once it needs one.
 */
export const complaints = {
  required: 'This field is required',
  amount_missing: 'Amount is required',
  transaction_id_missing: 'Transaction ID is required',
  method_missing: 'Choose a payment method',
  code_missing: 'Enter the code',
  unknown_field: 'Unknown field',
  /** For a schema without a complaint of its own: zod's sentence. */
  unfit: 'Invalid input',

  // text
  not_text: 'Enter text',
  too_short: ({ min }: { min: number }) => `Use at least ${min} characters`,
  too_long: ({ max }: { max: number }) => `Use at most ${max} characters`,
  several_lines: 'Write it on one line',
  invisible_characters: 'Remove the invisible characters',
  joined_characters: 'Too many letters and marks are joined into one',
  symbol: 'Use letters, digits, dots and dashes only, with at least one letter or digit',
  link: 'Enter a full link that starts with https://',
  on_off: 'Enter on or off',
  alert_way: 'Enter off, panel or mail',
  line_too_long: ({ max }: { max: number }) => `Use at most ${max} characters in each line`,
  email_within: 'Anything with an @ must be a valid e-mail address',
  email: 'Enter a valid e-mail address',
  phone: 'Enter a valid phone number',
  contact: 'Enter a valid e-mail address or phone number',
  six_digits: 'Enter the 6-digit code',
  upi_id: 'A UPI ID has the form name@bank',
  account_number: 'Enter 9 to 18 digits',
  ifsc: 'An IFSC has four letters, a zero, and six letters or digits',

  // numbers
  not_number: 'Enter a number',
  number_range: ({ min, max }: Range) => `Enter a number from ${grouped(min)} to ${grouped(max)}`,
  number_decimals: ({ max }: { max: number }) => `Enter a number with at most ${max} decimals`,
  number_max: ({ max }: { max: number }) => `Enter at most ${max}`,
  decimals: ({ max }: { max: number }) => `Use at most ${max} decimals`,
  whole: 'Enter a whole number',
  whole_from_one: 'Enter a whole number of at least 1',
  whole_range: ({ min, max }: Range) => `Use a whole number from ${min} to ${max}`,
  percent_range: ({ max }: { max: number }) => `Enter a percentage from 0 to ${max}`,
  days: 'Enter a whole number of days',
  days_range: ({ min, max }: Range) => `Enter a number of days from ${min} to ${max}`,
  unknown_id: 'Unknown id',
  too_many: ({ max }: { max: number }) => `Choose at most ${max}`,
  named_twice: 'List each only once',

  // money
  amount_decimals: 'Use at most two decimals',
  amount_range: 'Enter an amount above ₹0 and at most ₹100,00,00,000',
  amount_or_zero_range: 'Enter an amount from ₹0 to ₹100,00,00,000',
  money_range: 'Out of range',
  usdt_range: 'Use a number above 0 with at most six decimals',
  package_price: 'A package has its own price',

  // time
  moment: 'Enter a date and time',
  day: 'Enter a date',
  in_past: 'Choose a time in the future.',
  end_before_start: 'The end date is before the start date.',
  end_before_beginning: 'The end is before the beginning.',
  range_too_long: 'Choose at most a year.',
  too_many_months: ({ max }: { max: number }) => `Choose at most ${max} months.`,

  // fields that must fit each other or the records
  maximum_below_minimum: 'The maximum must not be below the minimum',
  higher_below_lower: 'The higher price must not be below the lower price',
  upper_below_bottom: 'The upper flow must not be below the bottom flow',
  unknown_user: 'There is no such user.',
  image_missing: 'Send one file called image',
  unknown_page: 'This page of the list does not exist.',
} as const satisfies Record<string, string | ((params: never) => string)>

type Range = { min: number; max: number }
export type ComplaintCode = keyof typeof complaints
export type ComplaintParams<C extends ComplaintCode> = C extends unknown
  ? (typeof complaints)[C] extends (params: infer P) => string
    ? P
    : never
  : never

/** The complaints whose sentences have no figures. */
export type PlainComplaintCode = {
  [C in ComplaintCode]: [ComplaintParams<C>] extends [never] ? C : never
}[ComplaintCode]

/** What is wrong with a field, as data, with the figures that its sentence needs. */
export type Complaint = {
  [C in ComplaintCode]: [ComplaintParams<C>] extends [never] ? { code: C } : { code: C; params: ComplaintParams<C> }
}[ComplaintCode]

/** The sentences of all complaints in one language, each with the same figures as the English one. */
export type ComplaintWords = {
  [C in ComplaintCode]: [ComplaintParams<C>] extends [never] ? string : (params: ComplaintParams<C>) => string
}

/** The sentence of a complaint, in English or in the words of another language. */
export function complaintSentence({ code, ...said }: Complaint, words: ComplaintWords = complaints): string {
  const word = words[code] as string | ((params: unknown) => string) // by its code, the params are those of its word
  return typeof word === 'string' ? word : word('params' in said ? said.params : undefined)
}

/** A number with Indian digit grouping: '1,00,000', '0.01'. */
export function grouped(number: number): string {
  return number.toLocaleString('en-IN', { maximumFractionDigits: 4 })
}
