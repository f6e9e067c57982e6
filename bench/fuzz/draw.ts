/** Random values for requests: allowed by a JSON schema, the same with a defect, and arbitrary ones. */
import { randomFrom } from '../../tests/support/earnLife.ts'

export type Schema = { [key: string]: unknown }

export type Dice = {
  /** An integer from 0 to below `n`. */
  below(n: number): number
  /** True in `often` of 100 cases. */
  percent(often: number): boolean
  pick<T>(from: readonly T[]): T
}

export function diceFrom(seed: number): Dice {
  const random = randomFrom(seed)
  const below = (n: number) => Math.floor(random() * n)
  return {
    below,
    percent: (often) => below(100) < often,
    pick: (from) => {
      const found = from[below(from.length)]
      if (found === undefined) throw new Error('nothing to pick from')
      return found
    },
  }
}

/** Values that have broken programs. */
// prettier-ignore
const odd: readonly unknown[] = [
  null, true, false, -1, 0, -0, 0.1 + 0.2, 1.005, 1e21, 1e308, -1e308, 5e-324, 2 ** 53, 2 ** 31, 2_147_483_648, '',
  ' ', '\u0000', '\u202e', '\ufeff', '\ud800', '1e3', '0x10', '१२३', '١٢٣', '-0.00', '1,000', 'NaN', 'Infinity',
  'null', '__proto__', '<script>alert(1)</script>', "' or 1=1 --", '"; drop table users; --', '${7*7}',
  '../../etc/passwd', '=1+1', '%00', '%s%n', '\r\nX: y', 'javascript:alert(1)', 'https://user:pass@example.test/',
  '𝒳'.repeat(40), 'x'.repeat(9_000), {}, [], [[[[[]]]]], [null], { constructor: 1 },
]

/** Strings that match a pattern or format of some call. */
// prettier-ignore
const fitting = [
  'asha@example.test', '+919812345678', '9812345678', '2026-11-21', '2026-02-30', '2026-11-21T06:30:00.000Z',
  'HDFC0001234', '50100123456789', 'asha@okbank', 'ABCDE1234F', '234123412346', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  '123456', '412345678901', 'https://example.test/a.png', 'Asha Rao', 'upi', 'bank', 'crypto', 'approved',
  'rejected', 'Paid twice', '#12', '12', '1', '0.02',
]

/** The likely meaning of a text field with such a name. */
const named: readonly [RegExp, (dice: Dice) => string][] = [
  [/^email$/, (dice) => `fuzz-${dice.below(1e9)}@example.test`],
  [/^phone$/, (dice) => `+9195${String(dice.below(1e8)).padStart(8, '0')}`],
  [/password/, () => 'a-long-passphrase'], // so that a confirmation repeats it
  [/^upi_id$/, (dice) => `payee${dice.below(9)}@okhdfc`],
  [/^ifsc/, () => 'HDFC0000001'],
  [/^account_number$/, (dice) => `50100123441${dice.below(9)}`],
  [/address$/, () => 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  [/^network$/, () => 'TRC20'],
  [/^transaction_id$/, (dice) => String(1e11 + dice.below(8e11))],
  [/link|url$/, () => 'https://example.test/a.png'],
  [/^(day|from|to|month)$/, (dice) => dice.pick(['2026-11-01', '2026-11-19', '2026-11-20', '2026-11-21'])],
  [/^(start|end)$/, (dice) => dice.pick(['0001-01-10', '2026-11-01', '2026-11-21', '9999-12-31'])],
  [/^cursor$/, cursor],
  [/^expires_at$/, () => '2027-11-21T06:30:00.000Z'],
  [
    /^key$/,
    (dice) => dice.pick(['min_deposit_limit', 'min_withdrawal_limit', 'usdt_value', 'brand_line', 'four_eyes_above']),
  ],
  [/^value$/, (dice) => dice.pick(['90', '1000', '500', '2', ''])],
  [/flow$/, (dice) => String(dice.below(3))],
  [/^content$/, bankFile],
]

/** A cursor as a list returns it, mostly with a part that none contains. */
function cursor(dice: Dice): string {
  const moments = ['2026-11-21T06:30:00.000Z', '-271821-04-20T00:00:00.000Z', '9999-99-99', '2026-11-20']
  const ids = [1, 7, 1.5, 2_147_483_648, '9'.repeat(18)]
  const key = dice.pick([
    [dice.pick([...ids, ...moments])],
    [dice.pick(moments), dice.pick(ids)],
    [dice.pick(moments), 'deposit', dice.pick(ids)],
  ])
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

/** A statement or result in a bank's format, base64. */
function bankFile(dice: Dice): string {
  const rows = Array.from(
    { length: 1 + dice.below(4) },
    () => `21/11/2026,UPI/ASHA RAO,${1e11 + dice.below(8e11)},Asha Rao,,${dice.pick([1000, 2500.5, 5000])}`,
  )
  return Buffer.from(`Date,Narration,UTR,Payer name,Debit,Credit\r\n${rows.join('\r\n')}\r\n`).toString('base64')
}

/**
 * The context of a drawn value: the shapes that it may refer to, its name in a body or address, and the existing ids and texts of
 * that name.
 */
type Place = {
  dice: Dice
  schemas: Schema
  ids: (name: string) => readonly number[]
  texts?: ReadonlyMap<string, readonly string[]>
  name?: string
}

/** A value that the schema allows, as far as its patterns can be guessed. */
export function drawValue(schema: Schema, at: Place): unknown {
  const { dice, schemas, ids, name = '' } = at
  if (name === 'previous_updated_at' && dice.percent(80)) return null // nobody has changed it
  if (typeof schema['$ref'] === 'string') {
    const shape = schemas[schema['$ref'].split('/').at(-1) ?? ''] as Schema | undefined
    return shape ? drawValue(shape, at) : null
  }
  if ('const' in schema) return schema['const']
  if (Array.isArray(schema['enum'])) return dice.pick(schema['enum'])
  for (const either of ['anyOf', 'oneOf'] as const) {
    const all = schema[either] as Schema[] | undefined
    if (!all) continue
    const some = all.filter((one) => one['type'] !== 'null')
    return drawValue(dice.pick(dice.percent(80) && some.length > 0 ? some : all), at)
  }
  if (Array.isArray(schema['allOf']))
    return Object.assign({}, ...(schema['allOf'] as Schema[]).map((part) => drawValue(part, at)))
  const type = Array.isArray(schema['type']) ? dice.pick(schema['type']) : schema['type']
  switch (type) {
    case 'object':
      return drawObject(schema, at)
    case 'array':
      return Array.from({ length: dice.below(4) }, () => drawValue((schema['items'] ?? {}) as Schema, at))
    case 'integer':
      if (dice.percent(20)) return dice.below(1_000)
      return schema['minimum'] === 0 ? dice.below(2) : dice.pick(ids(name))
    case 'number':
      return dice.pick([1, 100, 500, 999.99, 1_000, 2_500.5, 0.01, 5_000, dice.below(100_000) / 100])
    case 'string':
      return drawString(schema, at)
    case 'boolean':
      return dice.percent(50)
    default:
      return dice.pick([null, 'text', 1])
  }
}

function drawObject(schema: Schema, at: Place): Record<string, unknown> {
  const required = new Set(schema['required'] as string[] | undefined)
  const drawn = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)
    .filter(([name]) => required.has(name) || at.dice.percent(70))
    .map(([name, inner]) => [name, drawValue(inner, { ...at, name })] as const)
  if (typeof schema['additionalProperties'] === 'object' && at.dice.percent(50))
    drawn.push([at.dice.pick(fitting), drawValue(schema['additionalProperties'] as Schema, at)])
  return Object.fromEntries(drawn)
}

function drawString(schema: Schema, { dice, texts, name = '' }: Place): string {
  const known = texts?.get(name)
  if (known && dice.percent(80)) return dice.pick(known)
  const own = named.find(([pattern]) => pattern.test(name))
  if (own && dice.percent(80)) return own[1](dice)
  const pattern = typeof schema['pattern'] === 'string' ? new RegExp(schema['pattern'], 'u') : /^/
  const [min, max] = [Number(schema['minLength'] ?? 0), Number(schema['maxLength'] ?? 200)]
  const words = [...fitting, 'word '.repeat(20).slice(0, Math.min(max, min + dice.below(60)))]
  const suitable = words.filter((text) => pattern.test(text) && text.length >= min && text.length <= max)
  return suitable.length > 0 && dice.percent(95) ? dice.pick(suitable) : dice.pick(fitting)
}

/** The same value with one defect: a part replaced, left out or added. */
export function spoil(value: unknown, dice: Dice): unknown {
  if (typeof value !== 'object' || value === null || dice.percent(10)) return dice.pick(odd)
  if (Array.isArray(value)) {
    if (value.length === 0 || dice.percent(20)) return Array.from({ length: 1 + dice.below(300) }, () => dice.pick(odd))
    const place = dice.below(value.length)
    return value.map((item, index) => (index === place ? spoil(item, dice) : item))
  }
  const entries = Object.entries(value)
  if (entries.length === 0 || dice.percent(15))
    return { ...value, [dice.pick(['is_admin', 'balance', 'id', 'role'])]: dice.pick(odd) }
  const [chosen] = dice.pick(entries)
  if (dice.percent(25)) return Object.fromEntries(entries.filter(([name]) => name !== chosen))
  return Object.fromEntries(entries.map(([name, inner]) => [name, name === chosen ? spoil(inner, dice) : inner]))
}

// prettier-ignore
const noise = [
  '{', '}', '[', ']', '"', ':', ',', '\\u0000', '\\', 'null', '1', '-', 'e', '.', '\u0000', '\u{1f4a3}', '"__proto__"',
  '\r\n', ' ', '<',
]

/** A body that no client of ours sends. */
export function drawNoise(dice: Dice): string {
  return Array.from({ length: dice.below(60) }, () => dice.pick(noise)).join('')
}

// prettier-ignore
const oddLines = [
  'Host: evil.test', 'Host:', 'Content-Length: 5', 'Content-Length: -1', 'Content-Length: 99999999999999999999',
  'Transfer-Encoding: chunked', 'Transfer-Encoding: gzip, chunked', 'Expect: 100-continue', 'Expect: cake',
  'Upgrade: websocket', 'Connection: upgrade', 'Content-Encoding: gzip', 'Content-Type: ', 'Authorization: Bearer',
  'Authorization: Basic OjpbOg==', 'Cookie: language=%ff; language=xx; =; a', 'Accept-Language: \u0000', 'X: \u00ff\u0001',
  ' folded', ': nameless', 'No colon', `X-Long: ${'x'.repeat(20_000)}`, 'X-Forwarded-For: 1.2.3.4, ::1, x', 'Range: bytes=9-1',
  'If-None-Match: W/"', 'X-Background: 1', 'Idempotency-Key: ', 'Origin: null', 'Trailer: Host', 'Keep-Alive: timeout=-1',
]
// prettier-ignore
const oddMethods = ['HEAD', 'OPTIONS', 'TRACE', 'CONNECT', 'PRI', 'get', '', 'M-SEARCH', 'DELETE', 'PATCH', 'X'.repeat(99)]
// prettier-ignore
const oddPaths = [
  '/', '*', '//', '/api', '/api/', '/api/%', '/api/%00', '/api/%ff%fe', '/api/../api/profile', '/..%2f..%2fetc/passwd',
  '/api/profile;a=b', '/api/profile?', '/api/profile?%', '/api/profile#x', 'http://evil.test/api/profile', '/openapi.json',
  '/docs', '/health', `/api/${'a'.repeat(30_000)}`, '/api/users/1\u0000', '/assets/..%5c..%5c', '/\u00e9', '/api/profile?page=1&page=2',
]
const oddVersions = ['HTTP/1.0', 'HTTP/2.0', 'HTTP/9.9', 'HTTP/1.1 ', '', 'http/1.1', 'ICY']

/** A request as bytes (one per character), with one or a few defects that no library would send. */
export function drawBytes(
  dice: Dice,
  request: { method: string; path: string; body: string | undefined; headers: Record<string, string> },
): string {
  const body = request.body === undefined ? '' : Buffer.from(request.body).toString('latin1')
  const isChunked = dice.percent(20)
  const headers = [
    'Host: localhost',
    'Connection: close',
    ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
    ...(isChunked ? ['Transfer-Encoding: chunked'] : body === '' ? [] : [`Content-Length: ${body.length}`]),
  ]
  const odd = { method: dice.percent(15), path: dice.percent(20), version: dice.percent(10), headers: dice.percent(50) }
  for (let left = odd.headers ? 1 + dice.below(3) : 0; left > 0; left--)
    headers.splice(dice.below(headers.length + 1), 0, dice.pick(oddLines))
  const method = odd.method ? dice.pick(oddMethods) : request.method
  const path = odd.path ? dice.pick(oddPaths) : `/api${request.path}`
  const end = dice.percent(5) ? '\n' : '\r\n'
  const size = dice.percent(70)
    ? body.length.toString(16)
    : dice.pick(['', '-1', 'zz', 'ffffffffffffffff', '5;x="', '0'])
  const sent = isChunked ? `${size}\r\n${body}\r\n0\r\n\r\n` : body
  const whole = [`${method} ${path} ${odd.version ? dice.pick(oddVersions) : 'HTTP/1.1'}`, ...headers, '', sent].join(
    end,
  )
  if (dice.percent(15)) return whole.slice(0, dice.below(whole.length))
  if (dice.percent(10)) return whole + drawNoise(dice)
  if (dice.percent(10))
    return Array.from({ length: dice.below(200) }, () => String.fromCharCode(dice.below(256))).join('')
  return whole
}

export function drawOdd(dice: Dice): unknown {
  return dice.pick(odd)
}
