import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'bittkosh-config-'))
afterAll(() => rmSync(folder, { recursive: true }))
let folders = 0
const fresh = () => join(folder, String(++folders))

const secret = 'b87b3f16c7a9a8f5d30c0e4a1e6d9275c0bd5c8e2f41a937600e1ccd86f2ba94'
const STORE = 's3://key:se%2Fcret@store.example/bucket?region=ap-south-1'
const production = {
  NODE_ENV: 'production',
  APP_SECRET: secret,
  PUBLIC_URL: 'https://bittkosh.example',
  SMTP_URL: 'smtps://user:hunter2@mail.example',
  TRUST_PROXY: '10.0.0.5',
  ADMIN_EMAIL: 'owner@bittkosh.example',
}

describe('a start is refused, naming the setting', () => {
  const cases: [string, Record<string, string>, RegExp][] = [
    ['a port that is a word', { PORT: 'http' }, /^PORT is "http"\. Write a number/],
    ['a port out of range', { PORT: '65536' }, /^PORT is "65536"/],
    ['a negative port', { PORT: '-1' }, /^PORT is "-1"/],
    ['a password with a slash', { DATABASE_URL: 'postgresql://u:p/w@h/db' }, /^DATABASE_URL is not a .*-encoded: %2F/],
    ['a password with a hash', { SMTP_URL: 'smtps://u:p#w@mail' }, /^SMTP_URL is not a complete address.* %23/],
    ['a database of another make', { DATABASE_URL: 'mysql://u:p@h/db' }, /^DATABASE_URL is not an address/],
    [
      'a direct address without a pooler',
      { DATABASE_DIRECT_URL: 'postgresql://u@h/db' },
      /^DATABASE_DIRECT_URL is set without DATABASE_URL/,
    ],
    [
      'a copy to read from without a primary',
      { DATABASE_READ_URL: 'postgresql://u@h/db' },
      /^DATABASE_READ_URL is set without DATABASE_URL/,
    ],
    ['a public address without protocol', { PUBLIC_URL: 'bittkosh.example' }, /^PUBLIC_URL is not an address/],
    ['a mail server as http', { SMTP_URL: 'http://mail' }, /^SMTP_URL is not an address.*smtp:\/\//],
    ['a store that is a word', { S3_URL: 'bucket' }, /^S3_URL/],
    ['a store without a bucket', { S3_URL: 's3://key:secret@store.example' }, /^S3_URL .* address of a bucket/],
    ['a store with a folder', { S3_URL: 's3://key:secret@store.example/bucket/in' }, /^S3_URL .* address of a bucket/],
    ['a store without a secret', { S3_URL: 's3://key@store.example/bucket' }, /^S3_URL .* key and secret/],
    ['a store without a key', { S3_URL: 'https://store.example/bucket' }, /^S3_URL .* s3:\/\/KEY:SECRET@host\/bucket/],
    ['a store whose secret has a slash', { S3_URL: 's3://key:a/b@store.example/bucket' }, /^S3_URL .* as %2F/],
    ['a store by another protocol', { S3_URL: 'ftp://key:secret@store.example/bucket' }, /^S3_URL is not/],
    ['a gateway that is a word', { SMS_URL: 'sms' }, /^SMS_URL/],
    [
      'a short secret in production',
      { ...production, APP_SECRET: 'short' },
      /^APP_SECRET is shorter than 32 characters/,
    ],
    ['an admin without an address', { ADMIN_EMAIL: 'admin' }, /^ADMIN_EMAIL is "admin"/],
    ['an admin who could not sign in', { ADMIN_EMAIL: 'admin@localhost' }, /^ADMIN_EMAIL is "admin@localhost"/],
    ['an admin with a short password', { ADMIN_PASSWORD: 'seven77' }, /^ADMIN_PASSWORD must have 8 to 128/],
    ['a metrics port that is none', { METRICS_PORT: 'here:9464' }, /^METRICS_PORT is "here:9464"/],
    [
      'a collector without a protocol',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'here:4318' },
      /^OTEL_EXPORTER_OTLP_ENDPOINT is not/,
    ],
    ['a collector by gRPC', { OTEL_EXPORTER_OTLP_ENDPOINT: 'grpc://a:4317' }, /^OTEL_EXPORTER_OTLP_ENDPOINT is not/],
    [
      'a collector with a query',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a/?k=v' },
      /^OTEL_EXPORTER_OTLP_ENDPOINT is not/,
    ],
    ['more traces than all', { OTEL_TRACES_SAMPLER_ARG: '1.5' }, /^OTEL_TRACES_SAMPLER_ARG is "1\.5".* from 0 to 1/],
    ['a share of traces in words', { OTEL_TRACES_SAMPLER_ARG: 'half' }, /^OTEL_TRACES_SAMPLER_ARG is "half"/],
    ['a key of backups that is too short', { BACKUP_KEY: 'ab'.repeat(31) }, /^BACKUP_KEY is not 64 hexadecimal digits/],
    ['a key of backups that is a word', { BACKUP_KEY: 'backup' }, /^BACKUP_KEY is not .* openssl rand -hex 32/],
    ['a switch that is neither on nor off', { RATE_LIMITS: 'no' }, /^RATE_LIMITS is "no"\. Write on or off/],
    ['production without a secret', { ...production, APP_SECRET: '' }, /^APP_SECRET is required in production/],
    ['a secret of zeros', { ...production, APP_SECRET: '0'.repeat(64) }, /^APP_SECRET is not random/],
    ['a secret that repeats', { ...production, APP_SECRET: 'k3Q9xT7mB2zR'.repeat(4) }, /^APP_SECRET is not random/],
    ['a secret off the keyboard', { ...production, APP_SECRET: '0123456789abcdefghijklmnopqrstuvwxyz' }, /not random/],
    ['a common admin password', { ...production, ADMIN_PASSWORD: '112233445566' }, /^ADMIN_PASSWORD is weak/],
    ['a short one', { ...production, ADMIN_PASSWORD: 'x7#qLp2mVs9' }, /^ADMIN_PASSWORD is weak/],
    [
      'one with the name of the product',
      { ...production, ADMIN_PASSWORD: 'Bitt-Kosh-2026!' },
      /^ADMIN_PASSWORD is weak/,
    ],
    ['production without an address', { ...production, PUBLIC_URL: '' }, /^PUBLIC_URL is required in production/],
    [
      'production without TLS',
      { ...production, PUBLIC_URL: 'http://bittkosh.example' },
      /^PUBLIC_URL must start with https/,
    ],
    [
      'production for this machine alone',
      { ...production, PUBLIC_URL: 'https://localhost:3000' },
      /^PUBLIC_URL names this machine/,
    ],
    ['the same as an address', { ...production, PUBLIC_URL: 'https://[::1]' }, /^PUBLIC_URL names this machine/],
    ['production with mails on disk', { ...production, SMTP_URL: '' }, /^SMTP_URL is required in production/],
    ['production without limits', { ...production, RATE_LIMITS: 'off' }, /^RATE_LIMITS=off is refused in production/],
    ['production with tools', { ...production, DEV_TOOLS: 'on' }, /^DEV_TOOLS=on is refused in production/],
    ['proxies by name', { TRUST_PROXY: 'proxy.internal' }, /^TRUST_PROXY is "proxy.internal"/],
    ['every address as a proxy', { TRUST_PROXY: '0.0.0.0/0' }, /^TRUST_PROXY is "0\.0\.0\.0\/0"/],
    ['a network of too many bits', { TRUST_PROXY: '10.0.0.5,10.0.0.0/33' }, /^TRUST_PROXY is "10\.0\.0\.5,10/],
    ['two mistakes are told at once', { PORT: 'x', SMS_URL: 'y' }, /^PORT [^\n]*\nSMS_URL /],
  ]
  test.each(cases)('%s', (_name, env, message) => {
    expect(() => readConfig({ DATA_DIR: fresh(), ...env })).toThrow(message)
  })

  test('a secret for trying the program out may be short outside production', () => {
    expect(readConfig({ DATA_DIR: fresh(), APP_SECRET: 'short' }).appSecret).toBe('short')
  })

  test('the password in an address is not repeated', () => {
    expect(() => readConfig({ DATA_DIR: fresh(), SMTP_URL: 'http://u:hunter2@mail' })).toThrow(/^(?!.*hunter2)/s)
  })

  test('a folder that cannot be created', () => {
    const file = fresh()
    writeFileSync(file, '')
    expect(() => readConfig({ DATA_DIR: join(file, 'data') })).toThrow(/^DATA_DIR is .* cannot be created \(ENOTDIR\)/)
  })

  test('a damaged secret is never replaced by a new one', () => {
    const dataDir = fresh()
    readConfig({ DATA_DIR: dataDir })
    chmodSync(join(dataDir, 'secret'), 0o600)
    writeFileSync(join(dataDir, 'secret'), '')
    expect(() => readConfig({ DATA_DIR: dataDir })).toThrow(/secret is damaged/)
  })
})

describe('a start is allowed', () => {
  test('with nothing set', () => {
    const dataDir = fresh()
    expect(readConfig({ DATA_DIR: dataDir })).toEqual({
      production: false,
      host: '127.0.0.1',
      port: 3000,
      dataDir,
      databaseUrl: null,
      databaseDirectUrl: null,
      databaseReadUrl: null,
      publicUrl: 'http://localhost:3000',
      smtpUrl: null,
      s3Url: null,
      smsUrl: null,
      appSecret: readFileSync(join(dataDir, 'secret'), 'utf8').trim(),
      adminEmail: 'admin@bittkosh.local',
      adminPassword: null,
      metrics: null,
      collector: null,
      rateLimits: true,
      devTools: false,
      oldAppSecrets: [],
      backupKey: null,
      trustProxy: false,
    })
    expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
  })

  test('the generated secret is kept', () => {
    const DATA_DIR = fresh()
    expect(readConfig({ DATA_DIR }).appSecret).toBe(readConfig({ DATA_DIR }).appSecret)
  })

  const cases: [string, Record<string, string>, object][] = [
    ['the public address loses its slash', { PUBLIC_URL: 'https://b.example/' }, { publicUrl: 'https://b.example' }],
    ['the public address follows the port', { PORT: '4000' }, { publicUrl: 'http://localhost:4000' }],
    ['empty means not set', { SMTP_URL: '', PORT: ' ' }, { smtpUrl: null, port: 3000 }],
    [
      'a database on a socket',
      { DATABASE_URL: 'postgresql://u@/db?host=/run/pg' },
      { databaseUrl: 'postgresql://u@/db?host=/run/pg' },
    ],
    ['one old secret', { APP_SECRET_OLD: 'k9-2' }, { oldAppSecrets: ['k9-2'] }],
    [
      'old secrets, or one with a comma and a space',
      { APP_SECRET_OLD: 'kX9#mP2, vL7@qR4' },
      { oldAppSecrets: ['kX9#mP2, vL7@qR4', 'kX9#mP2', 'vL7@qR4'] },
    ],
    ['a store of uploads', { S3_URL: STORE }, { s3Url: STORE }],
    ['a store without TLS', { S3_URL: 'http://k:s@10.0.0.5:9000/b' }, { s3Url: 'http://k:s@10.0.0.5:9000/b' }],
    ['metrics on another address', { METRICS_PORT: '10.0.0.5:9464' }, { metrics: { host: '10.0.0.5', port: 9464 } }],
    [
      'a collector of traces',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://10.0.0.5:4318/' },
      { collector: { url: 'http://10.0.0.5:4318/v1/traces', share: 1, service: 'bittkosh' } },
    ],
    [
      'a tenth of the traces, below a path, under another name',
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/otlp',
        OTEL_TRACES_SAMPLER_ARG: '0.1',
        OTEL_SERVICE_NAME: 'khata',
      },
      { collector: { url: 'https://collector.example/otlp/v1/traces', share: 0.1, service: 'khata' } },
    ],
    ['limits lifted for a bench', { RATE_LIMITS: 'off' }, { rateLimits: false }],
    ['tools for developing', { DEV_TOOLS: 'on' }, { devTools: true }],
    ['proxies that are believed', { TRUST_PROXY: '10.0.0.5, ::1' }, { trustProxy: ['10.0.0.5', '::1'] }],
    ['production with what it needs', production, { production: true, appSecret: secret, trustProxy: ['10.0.0.5'] }],
    ['production without a proxy', { ...production, TRUST_PROXY: 'none' }, { trustProxy: false }],
    ['a strong password', { ...production, ADMIN_PASSWORD: 'x7#qLp2mVs9w' }, { adminPassword: 'x7#qLp2mVs9w' }],
  ]
  test.each(cases)('%s', (_name, env, expected) => {
    expect(readConfig({ DATA_DIR: fresh(), ...env })).toMatchObject(expected)
  })
})

describe('a production start warns', () => {
  const onServer = { ...production, DATABASE_URL: 'postgresql://u@db.example/b?sslmode=verify-full', S3_URL: STORE }
  const cases: [string, Record<string, string>, RegExp[]][] = [
    ['nothing where nothing is doubtful', onServer, []],
    ['nothing of a database on a socket', { ...onServer, DATABASE_URL: 'postgresql://u@/b?host=/run/pg' }, []],
    ['that nobody reads the mails of the first admin', { ...production, ADMIN_EMAIL: '' }, [/^ADMIN_EMAIL/]],
    ['that a folder must be shared', { ...onServer, S3_URL: '' }, [/^S3_URL is not set/]],
    [
      'that the database is read on its way',
      { ...onServer, DATABASE_URL: 'postgres://u@db.example/b' },
      [/^DATABASE_URL/],
    ],
    [
      'that a standby or the server behind a pooler is',
      {
        ...onServer,
        DATABASE_READ_URL: 'postgres://u@standby.example/b',
        DATABASE_DIRECT_URL: 'postgres://u@db.example/b',
      },
      [/^DATABASE_DIRECT_URL/, /^DATABASE_READ_URL/],
    ],
    ['that proxies are not named', { ...production, TRUST_PROXY: '' }, [/^TRUST_PROXY is not set/]],
    ['that codes are', { ...production, SMS_URL: 'http://sms.example' }, [/^SMS_URL is not https/]],
  ]
  test.each(cases)('%s', (_name, env, expected) => {
    const said: string[] = []
    readConfig({ DATA_DIR: fresh(), ...env }, (sentence) => said.push(sentence))
    expect(said).toEqual(expected.map((sentence) => expect.stringMatching(sentence)))
  })

  test('of nothing outside production', () => {
    const said: string[] = []
    readConfig({ DATA_DIR: fresh(), SMS_URL: 'http://sms.example' }, (sentence) => said.push(sentence))
    expect(said).toEqual([])
  })
})
