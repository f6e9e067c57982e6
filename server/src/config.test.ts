import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'bittkosh-config-'))
afterAll(() => rmSync(folder, { recursive: true }))
let folders = 0
const fresh = () => join(folder, String(++folders))

const secret = 'a'.repeat(64)
const production = { NODE_ENV: 'production', APP_SECRET: secret }

describe('a start is refused, naming the setting', () => {
  const cases: [string, Record<string, string>, RegExp][] = [
    ['a port that is a word', { PORT: 'http' }, /^PORT is "http"\. Write a number/],
    ['a port out of range', { PORT: '65536' }, /^PORT is "65536"/],
    ['a negative port', { PORT: '-1' }, /^PORT is "-1"/],
    ['a database of another make', { DATABASE_URL: 'mysql://u:p@h/db' }, /^DATABASE_URL is not an address/],
    ['a public address without protocol', { PUBLIC_URL: 'bittkosh.example' }, /^PUBLIC_URL is not an address/],
    ['a mail server as http', { SMTP_URL: 'http://mail' }, /^SMTP_URL is not an address.*smtp:\/\//],
    ['a store that is a word', { S3_URL: 'bucket' }, /^S3_URL/],
    ['a gateway that is a word', { SMS_URL: 'sms' }, /^SMS_URL/],
    [
      'a short secret in production',
      { ...production, APP_SECRET: 'short' },
      /^APP_SECRET is shorter than 32 characters/,
    ],
    ['an admin without an address', { ADMIN_EMAIL: 'admin' }, /^ADMIN_EMAIL is "admin"/],
    ['an admin with a short password', { ADMIN_PASSWORD: 'seven77' }, /^ADMIN_PASSWORD must have 8 to 128/],
    ['a metrics port that is none', { METRICS_PORT: 'here:9464' }, /^METRICS_PORT is "here:9464"/],
    ['a switch that is neither on nor off', { RATE_LIMITS: 'no' }, /^RATE_LIMITS is "no"\. Write on or off/],
    ['production without a secret', { NODE_ENV: 'production' }, /^APP_SECRET is required in production/],
    ['production without limits', { ...production, RATE_LIMITS: 'off' }, /^RATE_LIMITS=off is refused in production/],
    ['production with tools', { ...production, DEV_TOOLS: 'on' }, /^DEV_TOOLS=on is refused in production/],
    ['proxies by name', { TRUST_PROXY: 'proxy.internal' }, /^TRUST_PROXY is "proxy.internal"/],
    ['two mistakes are told at once', { PORT: 'x', SMS_URL: 'y' }, /^PORT [^\n]*\nSMS_URL /],
  ]
  test.each(cases)('%s', (_name, env, message) => {
    expect(() => readConfig({ DATA_DIR: fresh(), ...env })).toThrow(message)
  })

  test('a secret to try things with may be short outside production', () => {
    expect(readConfig({ DATA_DIR: fresh(), APP_SECRET: 'short' }).appSecret).toBe('short')
  })

  test('the password in an address is not repeated', () => {
    expect(() => readConfig({ DATA_DIR: fresh(), SMTP_URL: 'http://u:hunter2@mail' })).toThrow(/^(?!.*hunter2)/s)
  })

  test('a folder that cannot be made', () => {
    const file = fresh()
    writeFileSync(file, '')
    expect(() => readConfig({ DATA_DIR: join(file, 'data') })).toThrow(/^DATA_DIR is .* cannot be made \(ENOTDIR\)/)
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
      publicUrl: 'http://localhost:3000',
      smtpUrl: null,
      s3Url: null,
      smsUrl: null,
      appSecret: readFileSync(join(dataDir, 'secret'), 'utf8').trim(),
      adminEmail: 'admin@bittkosh.local',
      adminPassword: null,
      metrics: null,
      rateLimits: true,
      devTools: false,
      oldAppSecrets: [],
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
    ['metrics on another address', { METRICS_PORT: '10.0.0.5:9464' }, { metrics: { host: '10.0.0.5', port: 9464 } }],
    ['limits lifted for a bench', { RATE_LIMITS: 'off' }, { rateLimits: false }],
    ['tools for developing', { DEV_TOOLS: 'on' }, { devTools: true }],
    ['proxies that are believed', { TRUST_PROXY: '10.0.0.5, ::1' }, { trustProxy: ['10.0.0.5', '::1'] }],
    ['production with a secret', production, { production: true, appSecret: secret }],
  ]
  test.each(cases)('%s', (_name, env, expected) => {
    expect(readConfig({ DATA_DIR: fresh(), ...env })).toMatchObject(expected)
  })
})
