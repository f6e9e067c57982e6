import { pino } from 'pino'

type Fields = Record<string, unknown>
type Write = (fields: Fields, sentence: string) => void
/** One line per event. Sentences are constant; values are fields of the allow-list. */
export type Log = { debug: Write; info: Write; warn: Write; error: Write; fatal: Write }

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'fatal'

/** The fields that may be logged. All others are left out: no bodies, no addresses, no ids of people, no tokens. */
const ALLOWED = new Set(
  'job day transfer row head request statement route method status code durationMs attempt count kind port signal channel missing reason err'.split(
    ' ',
  ),
)
/** Of these, the program's own names and numbers: not masked, so that a line can be found by them. app.ts checks a proxy's request id. */
const OWN = new Set('job day request route channel missing'.split(' '))

/** JSON lines, or short coloured ones on a terminal. */
export function makeLog({
  level = 'info',
  readable = process.stdout.isTTY,
  write = (line) => process.stdout.write(line),
}: { level?: LogLevel; readable?: boolean; write?: (line: string) => void } = {}): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: allowed },
      serializers: { err: (error) => error }, // `allowed` has already described it
    },
    { write: readable ? (line: string) => write(readableLine(line)) : write },
  )
}

function allowed(fields: Fields): Fields {
  const kept: Fields = {}
  for (const [name, value] of Object.entries(fields)) {
    if (!ALLOWED.has(name)) kept[name] = '[left out]'
    else if (name === 'err') kept['err'] = describeError(value)
    else kept[name] = typeof value === 'string' && !OWN.has(name) ? withoutSecrets(value) : plain(value)
  }
  return kept
}

const plain = (value: unknown) => (typeof value === 'object' && value !== null ? '[left out]' : value)

/** PostgreSQL's `detail`, `where` and `parameters` quote rows, so only these fields of an error are logged. */
function describeError(error: unknown): Fields {
  if (!(error instanceof Error)) return { message: withoutSecrets(String(error)) }
  const { name, message, stack, cause } = error
  const described: Fields = { name, message: withoutSecrets(message), stack: withoutSecrets(stack ?? '') }
  for (const field of ['code', 'constraint', 'table', 'routine'] as const)
    if (field in error) described[field] = withoutSecrets(String((error as unknown as Fields)[field]))
  if (cause !== undefined) described['cause'] = describeError(cause)
  return described
}

const SECRETS: [RegExp, string][] = [
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, '$1[credentials]@'],
  [/[^\s@"'<>(),;:=]+@[^\s@"'<>(),;]+\.[a-z0-9-]+/gi, '[e-mail]'],
  [/\b[A-Z]{5}\d{4}[A-Z]\b/gi, '[PAN]'],
  [/\b[A-Za-z0-9_-]{32,}\b/g, '[token]'],
  // Phones, Aadhaar, accounts: eight digits or more that are not a date.
  [/(?<!\d[ -]?)(?!20\d\d-[01]\d-[0-3]\d(?![ -]?\d))\+?\d(?:[ -]?\d){7,}/g, '[number]'],
]

function withoutSecrets(text: string): string {
  return SECRETS.reduce((safe, [pattern, name]) => safe.replace(pattern, name), text)
}

const COLOURS: Record<string, string> = { warn: '\u001b[33m', error: '\u001b[31m', fatal: '\u001b[31m' }

function readableLine(line: string): string {
  const { time, level, msg, err, ...fields } = JSON.parse(line)
  const rest = Object.entries(fields).map(([name, value]) => `${name}=${value}`)
  const head = `${String(time).slice(11, 19)} ${COLOURS[level] ?? ''}${level}\u001b[0m ${[msg, ...rest].join(' ')}\n`
  return err === undefined ? head : `${head}${err.stack ?? err.message}\n`
}
