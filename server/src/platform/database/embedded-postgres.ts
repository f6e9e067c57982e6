import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { choosePlace, clusterDirOf, type Place } from './embedded-place.ts'
import { isUnavailable } from './unavailable.ts'
import { codeOf, StartError } from '../start-error.ts'

export type Embedded = {
  url: string
  /** The last process to leave stops PostgreSQL. */
  leave: () => Promise<void>
}

type Say = (sentence: string) => void

const USER = 'bittkosh'
const PORT = 5432 // only a part of the socket's file name: no TCP port is opened
const START_TIME_MAX_MS = 120_000 // recovery after a power cut reads up to max_wal_size of log
const LOG_SIZE_MAX = 10_000_000
const SOCKET_PATH_MAX = 100 // the system's limit is 107 bytes

/**
 * A real PostgreSQL for one DATA_DIR, shared by every process that opens it.
 *
 * They agree without a file that could go stale: each process (a guest) keeps one connection with a shared advisory
 * lock, which PostgreSQL releases when the process dies, however it dies. A process that leaves tries to take the
 * lock exclusively; the one that succeeds is the last and stops PostgreSQL. A process that arrives at that moment is
 * refused the shared lock, waits for the end and starts PostgreSQL again.
 * PostgreSQL runs detached, so that Ctrl-C reaches only us; one that outlived its process is joined.
 */
export async function joinEmbeddedPostgres(wish: { dataDir: string; say: Say }): Promise<Embedded> {
  const { dataDir, say } = wish
  const stay = { leaving: false }
  let guest: pg.Client | null = await enter({ ...wish, stay })
  let returning: Promise<void> | null = null
  watch(guest)

  // PostgreSQL was killed or restarted while we use it: take the shared lock again, and start it if nobody else has.
  function watch(signed: pg.Client) {
    signed.once('end', () => {
      guest = null
      if (!stay.leaving) returning = comeBack()
    })
  }
  async function comeBack() {
    let lastReason = ''
    while (!stay.leaving) {
      try {
        guest = await enter({ ...wish, stay })
        watch(guest)
        return
      } catch (error) {
        if (stay.leaving) return
        const reason = error instanceof Error ? error.message : String(error)
        if (reason !== lastReason) say(reason)
        lastReason = reason
        await wait(1_000, undefined, { ref: false })
      }
    }
  }

  return {
    url: urlOf(socketDirOf(dataDir), USER),
    leave: async () => {
      stay.leaving = true
      await returning // a reconnection may just have started PostgreSQL, which then must be stopped
      if (guest !== null) await leave(guest, dataDir)
    },
  }
}

type Visit = { dataDir: string; say: Say; stay: { leaving: boolean } }

async function enter({ dataDir, say, stay }: Visit): Promise<pg.Client> {
  const deadline = Date.now() + START_TIME_MAX_MS
  let start: Start | null = null
  for (;;) {
    const answer = await signGuestBook(dataDir)
    if (typeof answer !== 'string') return answer
    if (answer === 'absent' && (start === null || start.ended())) {
      if (stay.leaving) throw new Error('nobody needs PostgreSQL any more')
      start?.throwIfHopeless()
      if (start !== null) await wait(250) // another process is starting it
      start = startPostgres({ dataDir, place: choosePlace({ dataDir, say }), say })
    }
    if (Date.now() > deadline)
      throw new StartError(
        `The embedded database did not become ready within two minutes. Its log is ${logOf(dataDir)}. If another program uses DATA_DIR (${dataDir}), stop it, or set DATABASE_URL to use a PostgreSQL server.`,
      )
    await wait(25)
  }
}

/** Registers a guest and ensures that the database exists. 'absent': nothing listens. 'busy': it is starting or stopping. */
async function signGuestBook(dataDir: string): Promise<pg.Client | 'absent' | 'busy'> {
  const socketDir = socketDirOf(dataDir)
  if (!isOurs(socketDir, dataDir)) return 'absent'
  const guest = new pg.Client({ connectionString: urlOf(socketDir, 'postgres'), connectionTimeoutMillis: 5_000 })
  guest.on('error', () => {}) // the 'end' event that follows is handled
  try {
    await guest.connect()
    const { rows } = await guest.query<{ entered: boolean }>(
      "select pg_try_advisory_lock_shared(hashtext('bittkosh guest book')) as entered",
    )
    if (rows[0]?.entered) {
      await createDatabase(guest)
      return guest
    }
    await guest.end()
    return 'busy'
  } catch (error) {
    await guest.end().catch(() => {})
    const code = codeOf(error)
    if (code === 'EACCES')
      throw new StartError(
        `DATA_DIR is ${dataDir}, and the database in it runs under another user. Start as that user, or choose another DATA_DIR.`,
      )
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'absent'
    if (code === undefined || isUnavailable(error)) return 'busy' // for a lost connection the driver gives no code
    throw error
  }
}

async function createDatabase(guest: pg.Client): Promise<void> {
  const { rowCount } = await guest.query('select from pg_database where datname = $1', [USER])
  if (rowCount) return
  try {
    await guest.query(`create database ${USER}`)
  } catch (error) {
    // Two processes start together: 42P04 means the database exists, 23505 that it is being created.
    if (codeOf(error) !== '42P04' && codeOf(error) !== '23505') throw error
  }
}

async function leave(guest: pg.Client, dataDir: string): Promise<void> {
  try {
    await guest.query("select pg_advisory_unlock_shared(hashtext('bittkosh guest book'))")
    const { rows } = await guest.query<{ last: boolean }>(
      "select pg_try_advisory_lock(hashtext('bittkosh guest book')) as last",
    )
    if (rows[0]?.last) await stopPostgres(dataDir)
  } catch {
    // The connection is lost: PostgreSQL is already stopping, or its next guest will join it and be the last one.
  }
  await guest.end().catch(() => {})
}

async function stopPostgres(dataDir: string): Promise<void> {
  const pid = postmasterPid(dataDir)
  if (pid === null || !runsPostgres(pid)) return
  process.kill(pid, 'SIGINT') // PostgreSQL's "fast" shutdown: ends sessions, writes a checkpoint
  const deadline = Date.now() + 15_000
  while (postmasterPid(dataDir) === pid && Date.now() < deadline) await wait(10)
}

function postmasterPid(dataDir: string): number | null {
  try {
    return Number.parseInt(readFileSync(join(clusterDirOf(dataDir), 'data', 'postmaster.pid'), 'utf8'), 10) || null
  } catch {
    return null
  }
}

/** After a reboot, or in another container, a process id can belong to any program. */
function runsPostgres(pid: number): boolean {
  if (!existsSync('/proc/self/cmdline')) return true
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
  } catch {
    return false
  }
}

type Start = { ended: () => boolean; throwIfHopeless: () => void }

/**
 * Runs under a `flock` lock where the system has `flock`; the running PostgreSQL keeps the lock. It also works between
 * containers that share a folder, where process ids mean nothing. Under the lock, a first start creates the cluster
 * beside its final place and moves it there complete, and a postmaster.pid whose process is not PostgreSQL is stale.
 */
const START_SCRIPT = `
cluster=$1 bin=$2; shift 2
cd "$cluster" || exit 1
if [ ! -e data/PG_VERSION ]; then
  rm -rf data.new.*
  "$bin/initdb" -D "data.new.$$" -U ${USER} -A trust -E UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8 --no-instructions >&2 &&
  echo 'local all all trust' > "data.new.$$/pg_hba.conf" && sync && mv "data.new.$$" data || exit 1
fi
pid=$(head -n 1 data/postmaster.pid 2>/dev/null)
if [ -n "$pid" ] && [ -e /proc/self/cmdline ] && [ -n "$BITTKOSH_LOCKED" ]; then
  case $(tr '\\0' ' ' 2>/dev/null < "/proc/$pid/cmdline") in *postgres*) ;; *) rm -f data/postmaster.pid ;; esac
fi
exec "$bin/postgres" -D data "$@"
`

type StartWish = { dataDir: string; place: Place; say: Say }

function startPostgres({ dataDir, place, say }: StartWish): Start {
  if (!existsSync(join(place.clusterDir, 'data', 'PG_VERSION'))) say('Creating the database (first start only) …')
  const log = openSync(logOf(dataDir), 'a', 0o600)
  if (statSync(logOf(dataDir)).size > LOG_SIZE_MAX) ftruncateSync(log, 0)
  const logStart = statSync(logOf(dataDir)).size
  const socketDir = makeSocketDir(dataDir, place)
  const settings = [
    'listen_addresses=', // no TCP at all: the socket is in a folder that only this user may enter
    `unix_socket_directories=${socketDir}`,
    'unix_socket_permissions=0700',
    `port=${PORT}`,
    'max_connections=200', // several processes and their tests share it
    'shared_buffers=64MB', // a laptop's share; the system caches the rest
    'random_page_cost=1.1', // as for any disk without heads: at 4, looking up a few rows among a thousand reads all of them
    'max_wal_size=512MB', // after each checkpoint, every changed page is written into the log in full
    'timezone=UTC',
    'log_timezone=UTC',
    'log_checkpoints=off',
    'log_parameter_max_length=0', // parameters contain tokens and addresses
    'log_parameter_max_length_on_error=0',
    'log_min_error_statement=panic',
    'log_error_verbosity=terse', // without DETAIL, which quotes rows
  ].flatMap((setting) => ['-c', setting])
  const lock = ['flock', '--nonblock', '--no-fork', '--conflict-exit-code', '75', join(place.clusterDir, 'lock')]
  const [command, ...args] = [
    ...(place.canLock ? lock : []),
    ...place.prefix,
    '/bin/sh',
    '-c',
    START_SCRIPT,
    'sh',
    place.clusterDir,
    place.binDir,
    ...settings,
  ]
  const child = spawn(command!, args, {
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', BITTKOSH_LOCKED: place.canLock ? '1' : '' },
    ...(place.uid === undefined ? {} : { uid: place.uid, gid: place.gid }),
  })
  closeSync(log)
  child.unref()
  let failed: Error | null = null
  child.once('error', (error) => (failed = error))

  return {
    ended: () => failed !== null || child.exitCode !== null || child.signalCode !== null,
    throwIfHopeless: () => {
      if (failed !== null) throw new StartError(`The embedded database cannot be started: ${failed.message}.`)
      const text = readFileSync(logOf(dataDir), 'utf8').slice(logStart)
      // 75: another process is starting it. Lock file or clean exit: another had started it, and may have stopped it.
      if (child.exitCode === 75 || child.exitCode === 0 || /lock file ".*" already exists/.test(text)) return
      throw new StartError(explain({ text, dataDir, exit: child.exitCode ?? child.signalCode }))
    },
  }
}

function explain({ text, dataDir, exit }: { text: string; dataDir: string; exit: number | string | null }): string {
  if (/No space left on device|Disk quota exceeded/.test(text))
    return `The disk that holds DATA_DIR (${dataDir}) is full, so the database cannot start. Free up space there and start again; nothing is lost.`
  if (/Permission denied|Read-only file system|Operation not permitted/.test(text))
    return `DATA_DIR is ${dataDir}, and the database is not allowed to write there. Point DATA_DIR at a folder that this user may write to, or set DATABASE_URL to use a PostgreSQL server.`
  if (/was initialized by PostgreSQL version/.test(text))
    return `The database in DATA_DIR (${dataDir}) was created by another version of PostgreSQL. Restore a backup into a new DATA_DIR.`
  const lastLines = text.trim().split('\n').slice(-3).join('\n')
  return `The embedded database cannot be started (exit ${exit}). Its log is ${logOf(dataDir)} and ends with:\n${lastLines}\nSet DATABASE_URL to use a PostgreSQL server instead, or choose another DATA_DIR.`
}

function logOf(dataDir: string): string {
  return join(dataDir, 'postgres.log')
}

/** In the cluster's own folder, or, for a DATA_DIR with a very long name, in an equally protected one under /tmp. */
function socketDirOf(dataDir: string): string {
  const inside = clusterDirOf(dataDir)
  if (Buffer.byteLength(inside) <= SOCKET_PATH_MAX - '/.s.PGSQL.5432.lock'.length) return inside
  const name = hash('sha256', inside).slice(0, 16)
  return `/tmp/bittkosh-${name}`
}

function makeSocketDir(dataDir: string, place: Place): string {
  const socketDir = socketDirOf(dataDir)
  if (!existsSync(socketDir)) {
    mkdirSync(socketDir, { mode: 0o700 })
    if (place.uid !== undefined) chownSync(socketDir, place.uid, place.gid!)
  }
  if (!isOurs(socketDir, dataDir))
    throw new StartError(`${socketDir} belongs to another user. Remove it, or give DATA_DIR a shorter name.`)
  return socketDir
}

/** Under /tmp anyone could have created a folder of this name first, with a false database in it. */
function isOurs(socketDir: string, dataDir: string): boolean {
  const cluster = lstatSync(clusterDirOf(dataDir), { throwIfNoEntry: false })
  const socket = lstatSync(socketDir, { throwIfNoEntry: false })
  if (cluster === undefined || socket === undefined) return false
  return socket.isDirectory() && socket.uid === cluster.uid && (socket.mode & 0o077) === 0
}

function urlOf(socketDir: string, database: string): string {
  return `postgresql://${USER}@localhost/${database}?host=${encodeURIComponent(socketDir)}&port=${PORT}&sslmode=disable`
}
