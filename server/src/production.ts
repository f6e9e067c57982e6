/** What a production start refuses and what it warns about, in one table: everything that is only fit for trying things out. */
import { judgePassword } from './auth/rules.ts'
import { addressesOf } from './platform/database/connection.ts'

/** Settings as config.ts reads them. */
type Asked = {
  /** The value of APP_SECRET. */
  secret: string | null
  adminEmail: string
  adminPassword: string | null
  publicUrl: string
  publicUrlGiven: boolean
  databaseUrl: string | null
  databaseDirectUrl: string | null
  databaseReadUrl: string | null
  smtpUrl: string | null
  s3Url: string | null
  smsUrl: string | null
  trustProxy: readonly string[] | false
  /** TRUST_PROXY is none: there is no proxy in front. */
  trustsNobody: boolean
  rateLimits: boolean
  devTools: boolean
}

type Rule = { verdict: 'refused' | 'warned'; applies: (config: Asked) => boolean; sentence: string }

const SECRET_LENGTH_MIN = 32 // 128 bits even if it consists of hexadecimal digits
const SECRET_CHARACTERS_MIN = 8 // different ones; 32 random hexadecimal digits have fewer once in 10 million times
const PASSWORD_LENGTH_MIN = 12

const rules: Rule[] = [
  {
    verdict: 'refused',
    applies: ({ secret }) => secret === null,
    sentence:
      'APP_SECRET is required in production. Generate one with "openssl rand -hex 32", set it, and keep it safe.',
  },
  {
    verdict: 'refused',
    applies: ({ secret }) => secret !== null && secret.length < SECRET_LENGTH_MIN,
    sentence: `APP_SECRET is shorter than ${SECRET_LENGTH_MIN} characters. Generate one with "openssl rand -hex 32".`,
  },
  {
    verdict: 'refused',
    applies: ({ secret }) => secret !== null && secret.length >= SECRET_LENGTH_MIN && isGuessable(secret),
    sentence:
      'APP_SECRET is not random: it has few different characters or repeats itself. Generate one with "openssl rand -hex 32".',
  },
  {
    verdict: 'refused',
    applies: ({ adminPassword: given }) =>
      given !== null && (given.length < PASSWORD_LENGTH_MIN || 'refused' in judgePassword(given, 'password')),
    sentence: `ADMIN_PASSWORD is weak: in production it needs at least ${PASSWORD_LENGTH_MIN} characters and must not be a common password or contain the product's name. Choose another, or leave it out to have one generated.`,
  },
  {
    verdict: 'refused',
    applies: ({ publicUrlGiven }) => !publicUrlGiven,
    sentence:
      'PUBLIC_URL is required in production: links in mails begin with it. Set it to the address that people open, such as https://bittkosh.example.',
  },
  {
    verdict: 'refused',
    applies: ({ publicUrlGiven, publicUrl }) => publicUrlGiven && !publicUrl.startsWith('https:'),
    sentence:
      'PUBLIC_URL must start with https:// in production, where passwords and codes travel. Put a proxy with TLS in front.',
  },
  {
    verdict: 'refused',
    applies: ({ publicUrlGiven, publicUrl }) => publicUrlGiven && isOfThisMachine(new URL(publicUrl).hostname),
    sentence: 'PUBLIC_URL names this machine, so links in mails would open nowhere else. Set it to the public address.',
  },
  {
    verdict: 'refused',
    applies: ({ smtpUrl }) => smtpUrl === null,
    sentence:
      'SMTP_URL is required in production: without it, mails with codes and links are only files in DATA_DIR and reach nobody. Set it to your mail server, such as smtps://user:password@mail.example.',
  },
  {
    verdict: 'refused',
    applies: ({ rateLimits }) => !rateLimits,
    sentence:
      'RATE_LIMITS=off is refused in production, where it would let anyone guess passwords. Remove RATE_LIMITS.',
  },
  {
    verdict: 'refused',
    applies: ({ devTools }) => devTools,
    sentence: 'DEV_TOOLS=on is refused in production, where it would show everyone all mails. Remove DEV_TOOLS.',
  },
  {
    verdict: 'warned',
    applies: ({ trustProxy, trustsNobody }) => trustProxy === false && !trustsNobody,
    sentence:
      'TRUST_PROXY is not set: behind a proxy everyone then counts as one address, and after five registrations in an hour nobody else can register. Set it to the addresses of your proxies, such as 127.0.0.1, or to "none" if there is none.',
  },
  {
    verdict: 'warned',
    applies: ({ adminEmail }) => /\.(local|test|invalid|localhost)$/.test(adminEmail),
    sentence:
      'ADMIN_EMAIL is not an address that mails can reach, so the first admin gets neither reset links nor alerts. Set it before the first start.',
  },
  {
    verdict: 'warned',
    applies: ({ databaseUrl, s3Url }) => databaseUrl !== null && s3Url === null,
    sentence:
      'S3_URL is not set, so pictures are kept in DATA_DIR: several processes must share that folder, and it needs its own place in your backups of the disk.',
  },
  warnOfOpenWay('DATABASE_URL', ({ databaseUrl }) => databaseUrl),
  warnOfOpenWay('DATABASE_DIRECT_URL', ({ databaseDirectUrl }) => databaseDirectUrl),
  warnOfOpenWay('DATABASE_READ_URL', ({ databaseReadUrl }) => databaseReadUrl),
  {
    verdict: 'warned',
    applies: ({ smsUrl }) => smsUrl?.startsWith('http:') ?? false,
    sentence: 'SMS_URL is not https, so one-time passwords travel unencrypted. Use the https address of your gateway.',
  },
]

function warnOfOpenWay(name: string, addressIn: (config: Asked) => string | null): Rule {
  return {
    verdict: 'warned',
    applies: (config) => addressesOf(addressIn(config) ?? '').some(travelsOpenly),
    sentence: `${name} names another machine without sslmode, so identity data may travel unencrypted. Add sslmode=verify-full.`,
  }
}

/** The sentences about what is wrong with these settings in production. */
export function judgeProduction(config: Asked): { refused: string[]; warned: string[] } {
  const of = (verdict: Rule['verdict']) =>
    rules.filter((rule) => rule.verdict === verdict && rule.applies(config)).map(({ sentence }) => sentence)
  return { refused: of('refused'), warned: of('warned') }
}

function isGuessable(secret: string): boolean {
  return new Set(secret).size < SECRET_CHARACTERS_MIN || /^(.{1,16}?)\1+$/s.test(secret) || isSequence(secret)
}

/** Whether most characters equal the one before or are its neighbour: 0123456789…, aabbccdd…, zyxw…. */
function isSequence(secret: string): boolean {
  const codes = [...secret].map((character) => character.codePointAt(0) ?? 0)
  const near = codes.filter((code, n) => n > 0 && Math.abs(code - (codes[n - 1] ?? 0)) <= 1)
  return near.length > secret.length / 2
}

function isOfThisMachine(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '')
  return /(^|\.)localhost$/.test(name) || name === '::1' || name === '0.0.0.0' || name.startsWith('127.')
}

function travelsOpenly(databaseUrl: string): boolean {
  const url = URL.parse(databaseUrl)
  if (url === null) return false // a socket
  const host = url.searchParams.get('host') ?? url.hostname
  const isHere = host === '' || host.startsWith('/') || isOfThisMachine(host)
  return !isHere && !/^(require|verify-ca|verify-full)$/.test(url.searchParams.get('sslmode') ?? '')
}
