/**
 * Many people and admins move money while programs and their database are killed (docs/security.md#faults): whatever was
 * acknowledged exists once, a retry with the same key reveals the rest, and every invariant holds.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Db, onlyRow } from '../../../server/src/platform/database/database.ts'
import { openDatabase } from '../../../server/src/platform/database/open.ts'
import { sql } from '../../../server/src/platform/database/sql.ts'
import { freshPan } from '../../support/kyc.ts'
import { randomFrom } from '../../support/earnLife.ts'
import { makePicture } from '../../support/pictures.ts'
import { type Book, compareBooks, openBook } from './book.ts'
import { type Caller, makeCaller, type Seen } from './calls.ts'
import { operate, type Person, setFourEyes, type World } from './operations.ts'
import { type Post, readPost } from './post.ts'
import { type Victim, type Programs, startPrograms } from './program.ts'

// Rupees: every deposit is above it, a withdrawal may be above or below.
const FOUR_EYES_ABOVE = 600
export const ADMIN = { login: 'admin@storm.test', password: 'storm-admin-Passw0rd' }
export const PASSWORD = 'teen hathi nadi par'
const CUT_OFF = 0.1

export type Storm = {
  /** DATA_DIR alone for the embedded PostgreSQL; for another one, its address for each of the two programs. */
  dataDir: string
  databaseUrls: readonly [string, string] | null
  /** Additional settings of the programs. */
  env?: Record<string, string>
  /** The minimum number: clients continue until the last fault is over. */
  operations: number
  /** Ends it earlier. */
  until?: AbortSignal
  /** Each client waits for it before its next operation. */
  mayGoOn?: () => Promise<void>
  kills: number
  clients: number
  people: number
  seed: number
  /** Injects this fault instead of killing the programs. Resolves when everything works again. */
  strike?: (which: number, seen: Seen) => Promise<void>
}

export type Outcome = {
  accepted: number
  refused: number
  /** How many of each kind were acknowledged in the end, including the people's initial deposits. */
  records: Book['records']
  /** Replies that took more than one attempt. */
  repeated: number
  kills: Record<Victim, number>
  longestWaitMs: number
  /** What is wrong; empty if nothing is. */
  amiss: string[]
}

export async function runStorm(storm: Storm): Promise<Outcome> {
  const { dataDir, databaseUrls } = storm
  const env = {
    DATA_DIR: dataDir,
    ...storm.env,
    ADMIN_EMAIL: ADMIN.login,
    ADMIN_PASSWORD: ADMIN.password,
    RATE_LIMITS: 'off',
  }
  const places = databaseUrls?.map((url) => ({ ...env, DATABASE_URL: url })) ?? [env, env]
  const programs = await startPrograms(places)
  let outcome
  try {
    outcome = await weather(programs, storm)
    outcome.amiss.push(...(await verify(places[0] ?? env)))
  } catch (error) {
    await programs.stop()
    throw error
  }
  for (const code of await programs.stop())
    if (code !== 0) outcome.amiss.push(`a program that was asked to end ended with ${code}`)
  return outcome
}

async function weather(
  programs: Programs,
  { dataDir, databaseUrls, operations, kills, clients, people, seed, until, mayGoOn, strike: strikeAt }: Storm,
): Promise<Outcome> {
  const random = randomFrom(seed)
  const struck: Outcome['kills'] = { program: 0, database: 0 }
  const place = { databaseUrl: databaseUrls?.[1] ?? null, dataDir, say: () => {}, patient: true }
  const calm = makeCaller(programs.addresses, { random, cutOff: 0 })
  const caller = makeCaller(programs.addresses, { random, cutOff: CUT_OFF })
  const world: World = { ...(await populate(calm, { people, post: readPost(dataDir), place })), caller, random }
  let begun = 0
  let accepted = 0
  let refused = 0
  let outstanding = 0
  let striking: Promise<void> = Promise.resolve()
  let watching: Promise<void> = Promise.resolve()

  const isOver = () => (begun >= operations && outstanding === 0) || until?.aborted === true

  async function client(): Promise<void> {
    while (!isOver()) {
      await mayGoOn?.()
      begun++
      if (begun === Math.floor(operations / 8)) await watch(FOUR_EYES_ABOVE)
      if (begun === Math.floor((operations * 7) / 8)) await watch('')
      if (struck.program + struck.database < Math.min(kills, Math.floor((begun * kills) / operations))) strike()
      if (await operate(world)) accepted++
      else refused++
    }
  }

  /** Four eyes are on for the middle of the run; they are not turned off before they are on. */
  function watch(above: number | ''): Promise<void> {
    return (watching = watching.then(() => setFourEyes(world, above)))
  }

  /** One at a time, whatever the clients do meanwhile. */
  function strike(): void {
    const blow: Victim = strikeAt || (databaseUrls === null && random() < 0.4) ? 'database' : 'program'
    const which = strikeAt ? struck.database : struck.program
    struck[blow]++
    outstanding++
    const strikeNow = async () => {
      if (strikeAt) return strikeAt(which, caller.seen)
      await programs.strike(blow, which)
      if (blow === 'database' && struck.database % 5 === 0) await analyze(place)
    }
    striking = striking.then(strikeNow).finally(() => outstanding--)
  }

  await Promise.all(Array.from({ length: clients }, client))
  await striking
  const amiss = [...(await compareWithDatabase(world.book, place)), ...caller.seen.wrong]
  const { repeated, longestWaitMs } = caller.seen
  return { accepted, refused, records: world.book.records, repeated, longestWaitMs, kills: struck, amiss }
}

type Place = Parameters<typeof openDatabase>[0]

async function inDatabase<Read>(place: Place, read: (db: Db) => Promise<Read>): Promise<Read> {
  await using database = await openDatabase(place)
  return await read(database.db)
}

/** People with an approved document and some money, each made through the API. */
export async function populate(
  caller: Caller,
  { people: count, post, place }: { people: number; post: Post; place: Place },
): Promise<Omit<World, 'caller' | 'random'>> {
  const { settle } = caller
  const { body: signedIn } = await settle({ as: '', method: 'POST', path: '/login', body: ADMIN })
  const admin: string = signedIn.token
  const people: Person[] = []
  for (let n = 0; n < count; n++) people.push(await register(caller, { n, admin, post }))
  const as = people[0]?.token ?? ''
  const { body: methods } = await settle({ as, method: 'GET', path: '/deposit-methods' })
  const upiMethod: number = methods.find((method: { type: string }) => method.type === 'upi').id
  for (const person of people) await fund(caller, { person, admin, upiMethod })
  const { body: packages } = await settle({ as, method: 'GET', path: '/balance-packages' })
  const { body: plans } = await settle({ as, method: 'GET', path: '/cryptocurrencies' })
  return {
    book: openBook(await inDatabase(place, readBook)),
    people,
    admins: [admin, await anotherOwner(caller, admin)],
    post,
    upiMethod,
    packages,
    plans,
    waiting: { deposits: [], withdrawals: [] },
    paid: [],
    credited: [],
    open: [],
  }
}

async function anotherOwner({ settle }: Caller, admin: string): Promise<string> {
  const email = 'second@storm.test'
  const first = `${ADMIN.password} at first`
  const body = { name: 'Second Owner', email, phone: '+919700099999', password: first, roles: ['owner'] }
  await settle({ as: admin, method: 'POST', path: '/admin/admins', body })
  const { body: signedIn } = await settle({
    as: '',
    method: 'POST',
    path: '/login',
    body: { login: email, password: first },
  })
  const own = { current_password: first, new_password: PASSWORD, new_password_confirmation: PASSWORD }
  const { status } = await settle({ as: signedIn.token, method: 'PUT', path: '/profile', body: own })
  if (status !== 200) throw new Error(`the second owner could not set a password: ${status}`)
  return signedIn.token
}

async function register(
  { settle }: Caller,
  { n, admin, post }: { n: number; admin: string; post: Post },
): Promise<Person> {
  const form = {
    name: `Person ${n}`,
    email: `person-${n}@storm.test`,
    phone: `+9197000${10_000 + n}`,
    password: PASSWORD,
  }
  const { body } = await settle({ as: '', method: 'POST', path: '/register', body: form })
  const { token } = body
  const code = await post.emailCodeFor(form.email)
  await settle({ as: token, method: 'POST', path: '/verify-email', body: { code } })
  const picture = new FormData()
  picture.append('image', new Blob([await makePicture()], { type: 'image/jpeg' }), 'card.jpg')
  const { body: uploaded } = await settle({ as: token, method: 'POST', path: '/upload-image', body: picture })
  const document = { govt_id_type: 'pan', govt_id_urls: [uploaded.url], govt_id_number: freshPan() }
  await settle({ as: token, method: 'PUT', path: '/profile', body: document })
  const { id } = body.user
  const approved = { id_index: 0, status: 'approved' }
  const { status } = await settle({ as: admin, method: 'POST', path: `/kyc/${id}/verify`, body: approved })
  if (status !== 200) throw new Error(`a person could not be made: the document of ${form.email} answered ${status}`)
  return { id, token, name: body.user.name, email: body.user.email, phone: body.user.phone }
}

async function fund(
  { settle }: Caller,
  { person, admin, upiMethod }: { person: Person; admin: string; upiMethod: number },
): Promise<void> {
  const form = { amount: 20_000, transaction_id: randomUUID(), payment_method: upiMethod }
  const { body } = await settle({ as: person.token, method: 'POST', path: '/deposits', body: form })
  await settle({
    as: admin,
    method: 'PUT',
    path: `/deposits/${body.id}`,
    body: { status: 'approved', approved_amount: 20_000 },
  })
}

/** PostgreSQL forgets in a crash how much its tables have changed, so in a storm it would never analyze them by itself. */
async function analyze(place: Place): Promise<void> {
  await inDatabase(place, (db) => sql`analyze`.execute(db))
}

/** A sentence for each balance and kind of record that differs in the database. */
export function compareWithDatabase(book: Book, place: Place): Promise<string[]> {
  return inDatabase(place, async (db) => compareBooks(book, await readBook(db)))
}

/** The book according to the database, apart from interest that was posted meanwhile. */
async function readBook(db: Db): Promise<Pick<Book, 'balances' | 'records'>> {
  const { rows } = await sql<{ user: number; wallet: bigint; flexible: bigint; invested: bigint; held: bigint }>`
    select a.user_id as "user",
           sum(a.balance) filter (where a.kind = 'wallet')::bigint as wallet,
           (sum(a.balance) filter (where a.kind = 'flexible')
             - coalesce((select sum(posted) from flexible_interest i where i.user_id = a.user_id), 0))::bigint as flexible,
           sum(a.balance) filter (where a.kind = 'invested')::bigint as invested,
           sum(a.balance) filter (where a.kind = 'held')::bigint as held
      from ledger_accounts a
      join users u on u.id = a.user_id and u.role = 'user'
     group by a.user_id`.execute(db)
  const { rows: counted } = await sql<Book['records']>`
    select (select count(*) from deposits)::integer as deposits,
           (select count(*) from deposits where reversed_at is not null)::integer as reversals,
           (select count(*) from withdrawals)::integer as withdrawals,
           (select count(*) from audit_log where action = 'withdrawal claimed')::integer as claims,
           (select count(*) from audit_log where action = 'withdrawal released')::integer as releases,
           (select count(*) from withdrawals where status = 'returned')::integer as returns,
           (select count(*) from investments)::integer as investments,
           (select count(*) from balance_transfers)::integer as transfers,
           (select count(*) from flexible_movements)::integer as "earnMovements",
           (select count(*) from balance_adjustments)::integer as adjustments,
           (select count(*) from proposals)::integer as proposals,
           (select count(*) from proposals where status = 'approved')::integer as approvals,
           (select count(*) from proposals where status = 'declined')::integer as declines,
           (select count(*) from proposals where status = 'withdrawn')::integer as withdrawn,
           (select count(*) from proposals where status = 'stale')::integer as stale`.execute(db)
  return {
    balances: new Map(rows.map(({ user, ...sums }) => [user, sums])),
    records: onlyRow(counted, 'the records'),
  }
}

/** The findings of `npm run verify`, while the programs run. */
export async function verify(env: Record<string, string>): Promise<string[]> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../../server/src/verify.ts')], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (text) => (said += text))
  const [code] = await once(child, 'close')
  return code === 0 ? [] : [said]
}
