import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync, openSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { readEmail } from '@bittkosh/contract/contact'
import { codeOf, StartError } from './platform/start-error.ts'
import { addressesOf } from './platform/database/connection.ts'
import { judgeProduction } from './production.ts'

/** Everything that the environment configures. The README lists it under 'Configuration'. */
export type Config = {
  production: boolean
  host: string
  port: number
  /** Absolute. Contains the embedded database, uploads, the outbox and generated secrets. */
  dataDir: string
  /** null: the embedded database. */
  databaseUrl: string | null
  /** null: DATABASE_URL names no pooler. */
  databaseDirectUrl: string | null
  /** null: all reads use DATABASE_URL. */
  databaseReadUrl: string | null
  /** Without a trailing slash. */
  publicUrl: string
  /** null: each mail becomes one .eml file in DATA_DIR/outbox. */
  smtpUrl: string | null
  /** null: uploads are stored in DATA_DIR. */
  s3Url: string | null
  /** null: one-time passwords are sent by e-mail only. */
  smsUrl: string | null
  /** The root of all keys. */
  appSecret: string
  /** Previous secrets: what they sealed can still be opened until `npm run rotate-keys` has resealed it. */
  oldAppSecrets: string[]
  /** 32 bytes that encrypt backups. null: backups are not encrypted. */
  backupKey: Uint8Array | null
  adminEmail: string
  /** null: the start generates one and prints it. */
  adminPassword: string | null
  /** Where metrics are served: 'port' on 127.0.0.1, or 'address:port'. null: nowhere. */
  metrics: { host: string; port: number } | null
  /** Where traces are sent, what share of them (0 to 1), and under which service name. null: no collector. */
  collector: { url: string; share: number; service: string } | null
  rateLimits: boolean
  devTools: boolean
  /** Addresses of reverse proxies whose X-Forwarded-For is trusted; false: none. */
  trustProxy: string[] | false
}

type Settings = Omit<Config, 'appSecret'>
type Environment = Record<string, string | undefined>

const SECRET_LENGTH_MIN = 32 // a generated one has 64

/**
 * Reads the environment for the program. Creates DATA_DIR, and in it a secret if none is given, because nothing can run
 * without them. Throws a StartError that names every wrong setting; calls `warn` for doubtful ones.
 */
export function readConfig(env: Environment, warn = (_sentence: string): void => {}): Config {
  const { settings, secret, warned } = readAll(env)
  makeDataDir(settings.dataDir)
  for (const sentence of warned) warn(sentence)
  return { ...settings, appSecret: secret ?? keptSecret(settings.dataDir) }
}

/** For commands that use no key: creates nothing. */
export function readSettings(env: Environment): Settings {
  return readAll(env).settings
}

/** For commands that use the keys of an installation: creates nothing, and throws a StartError if its secret is not given. */
export function readInstallation(env: Environment): Config {
  const { settings, secret } = readAll(env)
  return { ...settings, appSecret: secret ?? secretOfInstallation(settings.dataDir) }
}

function readAll(env: Environment): { settings: Settings; secret: string | null; warned: string[] } {
  const problems: string[] = []
  const wrong = (problem: string) => void problems.push(problem)
  const given = (name: string) => env[name]?.trim() || null
  const url = (name: string, ...protocols: string[]) => readUrl(name, given(name), protocols, wrong)

  const production = given('NODE_ENV') === 'production'
  const host = given('HOST') ?? '127.0.0.1'
  const port = readPort(given('PORT'), wrong)
  const config = {
    production,
    host,
    port,
    dataDir: resolve(given('DATA_DIR') ?? './data'),
    databaseUrl: url('DATABASE_URL', 'postgres:', 'postgresql:'),
    databaseDirectUrl: url('DATABASE_DIRECT_URL', 'postgres:', 'postgresql:'),
    databaseReadUrl: url('DATABASE_READ_URL', 'postgres:', 'postgresql:'),
    publicUrl: (url('PUBLIC_URL', 'http:', 'https:') ?? addressOn(port)).replace(/\/+$/, ''),
    smtpUrl: url('SMTP_URL', 'smtp:', 'smtps:'),
    s3Url: readStore(given('S3_URL'), wrong),
    smsUrl: url('SMS_URL', 'http:', 'https:'),
    oldAppSecrets: readSecrets(given('APP_SECRET_OLD') ?? ''),
    backupKey: readKey('BACKUP_KEY', given('BACKUP_KEY'), wrong),
    adminEmail: given('ADMIN_EMAIL') ?? 'admin@bittkosh.local',
    adminPassword: given('ADMIN_PASSWORD'),
    metrics: readMetrics(given('METRICS_PORT'), wrong),
    collector: readCollector(given, wrong),
    rateLimits: readSwitch('RATE_LIMITS', given('RATE_LIMITS'), true, wrong),
    devTools: readSwitch('DEV_TOOLS', given('DEV_TOOLS'), false, wrong),
    trustProxy: readProxies(given('TRUST_PROXY'), wrong),
  }

  if (config.databaseDirectUrl !== null && config.databaseUrl === null)
    wrong('DATABASE_DIRECT_URL is set without DATABASE_URL. Set DATABASE_URL to the address of the pooler.')
  if (config.databaseReadUrl !== null && config.databaseUrl === null)
    wrong('DATABASE_READ_URL is set without DATABASE_URL. Set DATABASE_URL to the primary that it is a standby of.')
  // The same rule as at sign-in, which would never accept another address.
  if (readEmail(config.adminEmail) === null)
    wrong(`ADMIN_EMAIL is "${config.adminEmail}", which is not an e-mail address. Write one such as admin@example.com.`)
  if (config.adminPassword !== null && (config.adminPassword.length < 8 || config.adminPassword.length > 128))
    wrong('ADMIN_PASSWORD must have 8 to 128 characters. Choose another, or leave it out to have one generated.')
  const secret = given('APP_SECRET')
  const { refused, warned } = judgeProduction({
    ...config,
    secret,
    publicUrlGiven: given('PUBLIC_URL') !== null,
    trustsNobody: given('TRUST_PROXY') === 'none',
  })
  if (production) problems.push(...refused)

  if (problems.length > 0) throw new StartError(problems.join('\n'))
  return { settings: config, secret, warned: production ? warned : [] }
}

/** Where a program without PUBLIC_URL runs. */
export const addressOn = (port: number) => `http://localhost:${port}`

/** One secret, in which any character may occur, or several between commas or spaces: which of the two, only use can tell. */
function readSecrets(text: string): string[] {
  return [...new Set([text, ...text.split(/[\s,]+/)])].filter(Boolean)
}

function readPort(text: string | null, wrong: (problem: string) => void): number {
  if (text === null) return 3000
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port <= 65535) return port
  wrong(`PORT is "${text}". Write a number from 0 to 65535, where 0 means any free port.`)
  return 0
}

function readMetrics(text: string | null, wrong: (problem: string) => void): Config['metrics'] {
  if (text === null) return null
  const [, host = '127.0.0.1', port] = /^(?:(.+):)?(\d{1,5})$/.exec(text) ?? []
  if (Number(port) <= 65535 && isIP(host) !== 0) return { host, port: Number(port) }
  wrong(`METRICS_PORT is "${text}". Write a port such as 9464, or an address of this machine with it: 10.0.0.5:9464.`)
  return null
}

/** The names are OpenTelemetry's own, so that settings for other programs work here too. */
function readCollector(given: (name: string) => string | null, wrong: (problem: string) => void): Config['collector'] {
  const share = readShare(given('OTEL_TRACES_SAMPLER_ARG'), wrong)
  const service = given('OTEL_SERVICE_NAME') ?? 'bittkosh'
  const address = given('OTEL_EXPORTER_OTLP_ENDPOINT')
  if (address === null) return null
  const { protocol, search, hash } = URL.parse(address) ?? { protocol: '', search: '', hash: '' }
  if ((protocol === 'http:' || protocol === 'https:') && search === '' && hash === '')
    return { url: `${address.replace(/\/+$/, '')}/v1/traces`, share, service }
  // The value is not repeated, because such addresses contain passwords.
  wrong(
    'OTEL_EXPORTER_OTLP_ENDPOINT is not the address of a collector. Write one such as http://127.0.0.1:4318, or leave it out.',
  )
  return null
}

function readShare(text: string | null, wrong: (problem: string) => void): number {
  if (text === null) return 1
  const share = /^\d(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (share <= 1) return share
  wrong(`OTEL_TRACES_SAMPLER_ARG is "${text}". Write the share of traces to send, from 0 to 1, such as 0.1.`)
  return 1
}

function readUrl(name: string, text: string | null, protocols: string[], wrong: (problem: string) => void) {
  if (text === null) return null
  // PostgreSQL addresses may name several hosts, or leave the host to a parameter: postgresql://user@/db?host=/run
  const isRight = (address: string) => {
    const parsed = URL.parse(address.replace(/^(postgres(?:ql)?:\/\/[^/@]*@?)\//, '$1localhost/'))
    return parsed !== null && protocols.includes(parsed.protocol)
  }
  if (addressesOf(text).every(isRight)) return text
  // The value is not repeated, because such addresses contain passwords.
  wrong(
    protocols.some((protocol) => text.startsWith(`${protocol}//`))
      ? `${name} is not a complete address. In a password, signs such as / and # must be percent-encoded: %2F, %23.`
      : `${name} is not an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}. Correct it or leave it out.`,
  )
  return null
}

/** In the form that platform/files/files.ts takes apart. */
function readStore(text: string | null, wrong: (problem: string) => void): string | null {
  if (text === null) return null
  const address = /^(s3|https?):/i.test(text) ? URL.parse(text.replace(/^s3:/i, 'https:')) : null
  if (address?.username && address.password && /^\/[^/]+$/.test(address.pathname)) return text
  // The value is not repeated, because it contains a secret.
  wrong(
    'S3_URL is not the address of a bucket with the key and secret for it. Write s3://KEY:SECRET@host/bucket?region=ap-south-1, with each / of the secret as %2F, or leave it out.',
  )
  return null
}

function readKey(name: string, text: string | null, wrong: (problem: string) => void): Uint8Array | null {
  if (text === null) return null
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  // The value is not repeated, because it may be the key with one letter too many.
  wrong(`${name} is not 64 hexadecimal digits. Generate one with: openssl rand -hex 32`)
  return null
}

function readSwitch(name: string, text: string | null, otherwise: boolean, wrong: (problem: string) => void): boolean {
  if (text === null) return otherwise
  if (text === 'on') return true
  if (text === 'off') return false
  wrong(`${name} is "${text}". Write on or off.`)
  return otherwise
}

function readProxies(text: string | null, wrong: (problem: string) => void): string[] | false {
  if (text === null || text === 'none') return false
  const proxies = text.split(',').map((proxy) => proxy.trim())
  if (proxies.every(isNetwork)) return proxies
  wrong(`TRUST_PROXY is "${text}". Write the addresses of your proxies, such as 10.0.0.5,10.1.0.0/16, or none.`)
  return false
}

/** An address, or a network with at least one bit to compare. */
function isNetwork(text: string): boolean {
  const [, address = text, bits = '1'] = /^(.*)\/(\d{1,3})$/.exec(text) ?? []
  const most = isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : 0
  return Number(bits) >= 1 && Number(bits) <= most
}

function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new StartError(
      `DATA_DIR is ${dataDir}, and this folder cannot be created (${codeOf(error)}). Point DATA_DIR at a folder that this user may write to.`,
    )
  }
}

/** The secret in DATA_DIR/secret, generated on the first start. Two processes that start together get the same one. */
function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  const draft = `${file}.${process.pid}`
  try {
    try {
      return readSecret(file)
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error
    }
    writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true })
    try {
      linkSync(draft, file) // unlike a rename, this fails if another process was first
      keepNames(dataDir)
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    } finally {
      unlinkSync(draft)
    }
    return readSecret(file)
  } catch (error) {
    if (error instanceof StartError) throw error
    const reason = codeOf(error) === 'ENOSPC' ? 'the disk is full' : `${codeOf(error)}`
    throw new StartError(
      `DATA_DIR is ${dataDir}, and the file "secret" cannot be stored in it (${reason}). Free up space or point DATA_DIR at a folder that this user may write to.`,
    )
  }
}

function secretOfInstallation(dataDir: string): string {
  try {
    return readSecret(join(dataDir, 'secret'))
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `APP_SECRET is not set, and DATA_DIR, which is ${dataDir}, has no secret that can be read (${codeOf(error)}). Set APP_SECRET, or DATA_DIR, to that of the installation.`,
    )
  }
}

/** Without this, a power cut may lose a new name in a folder. */
function keepNames(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function readSecret(file: string): string {
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length >= SECRET_LENGTH_MIN) return secret
  throw new StartError(`${file} is damaged. Restore it from a backup: without it, stored keys cannot be read.`)
}
