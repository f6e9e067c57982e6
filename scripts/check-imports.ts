/**
 * Which file may import which: the arrows of ARCHITECTURE.md. Prints each import that violates them and exits with 1. Tests may
 * import anything.
 */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'

/** `isLater`: imported dynamically. */
type Import = { from: string; to: string; isLater: boolean }

const root = join(import.meta.dirname, '..')
const sources = globSync('{contract,server/src,web/src}/**/*.{ts,tsx}', { cwd: root, exclude: ['**/node_modules/**'] })
  .map((file) => file.replaceAll(sep, '/'))
  .filter((file) => !/\.test\.tsx?$|\.d\.ts$/.test(file))
const imports = sources.flatMap((from) => targetsIn(from).map((target) => ({ from, ...target })))
const problems = [
  ...imports.flatMap(against),
  ...circles(),
  ...wrongBrands(),
  ...freeRefusals(),
  ...roundTrip(),
  ...wordlessPages(),
]

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1

/** The project's files as paths from the root, packages by their names. */
function targetsIn(file: string): Omit<Import, 'from'>[] {
  const text = readFileSync(join(root, file), 'utf8')
  const names = text.matchAll(/^(?:import|export|\})(?:[^'=]*?\bfrom)? '([^'\n]+)'|\bimport\('([^']+)'\)/gm)
  return [...names].map(([, stated, loaded]) => {
    const name = stated ?? loaded ?? ''
    const isLater = stated === undefined
    if (name.startsWith('.')) return { to: normalize(join(dirname(file), name)).replaceAll(sep, '/'), isLater }
    return { to: name.replace(/^@bittkosh\/(.*?)(\.ts)?$/, '$1.ts'), isLater }
  })
}

/**
 * Files that import each other in a cycle, including types: none of them could be read or moved without the others. Repeatedly
 * removes files that import none of the rest, or that none of the rest imports. Dynamic imports may form a cycle.
 */
function circles(): string[] {
  let rest = imports.filter(({ to, isLater }) => !isLater && sources.includes(to))
  for (;;) {
    const [importing, imported] = [new Set(rest.map(({ from }) => from)), new Set(rest.map(({ to }) => to))]
    const inner = rest.filter(({ from, to }) => imported.has(from) && importing.has(to))
    if (inner.length === rest.length) break
    rest = inner
  }
  return rest.map(({ from, to }) => `${from} imports ${to}: they stand in a circle, or between two`)
}

function against({ from, to }: Import): string[] {
  const rule = ruleAgainst(from, to)
  return rule === null ? [] : [`${from} imports ${to}: ${rule}`]
}

function ruleAgainst(from: string, to: string): string | null {
  const [part] = from.split('/')
  if (part === 'contract')
    return to.startsWith('contract/') || /^zod(\/|$)/.test(to) ? null : 'the contract knows only itself and zod'
  if (part === 'server') {
    if (to.startsWith('web/')) return 'server and web meet only in the contract'
    return serverRule(place(from), place(to))
  }
  if (to.startsWith('server/')) return 'server and web meet only in the contract'
  return webRule(place(from), place(to))
}

type Place = { inside: boolean; layer: string; file: string }

/** The folder below src that contains a file ('' for src itself), and its name there. */
function place(path: string): Place {
  const [, inside, layer = '', file = ''] = /^((?:server|web)\/src\/)?(?:([^/]+)\/)?(.*)$/.exec(path) ?? []
  return { inside: inside !== undefined, layer, file }
}

function serverRule(from: Place, to: Place): string | null {
  if (!to.inside || from.layer === '' || from.layer === to.layer) return null
  if (to.layer === '')
    return to.file === 'config.ts' ? null : 'a room is put together by rooms.ts, not the other way round'
  if (to.layer === 'platform') return null
  if (from.layer === 'platform') return 'the platform knows no room and no money'
  if (to.layer === 'ledger') return null
  if (from.layer === 'ledger') return 'the ledger knows no room'
  if (to.layer === 'requests') return null // the frame of the rooms of requests; it imports none of them
  if (to.file !== 'actions.ts' && to.file !== 'rules.ts') return 'of another room only actions.ts and rules.ts'
  const order = roomOrder()
  const [mine, theirs] = [order.indexOf(from.layer), order.indexOf(to.layer)]
  return mine >= 0 && theirs > mine ? 'that room comes later in rooms.ts' : null
}

function webRule(from: Place, to: Place): string | null {
  if (!to.inside || from.layer === '' || from.layer === 'app' || from.layer === to.layer) return null
  if (to.layer === '' || to.layer === 'app') return 'app puts the rooms together, not the other way round'
  if (from.layer === 'kit') return 'the kit knows no room and no call'
  if (to.layer === 'requests') return null // the basis of the screens of the rooms of requests
  if (from.layer === 'api') return to.layer === 'kit' ? null : 'the api knows no room'
  if (to.layer === 'kit' || to.layer === 'api' || to.layer === 'styles') return null
  if (from.layer === 'finder' && to.file === 'words.ts') return null // it finds settings by their texts
  if (from.layer === 'requests') return 'requests knows none of the rooms that build on it'
  return to.file === 'api.ts' ? null : 'of another room only api.ts; a shared component moves to kit'
}

/** In the order of the list of routes. Rooms without routes are not in it, but must not be in a cycle either. */
function roomOrder(): string[] {
  const text = readFileSync(join(root, 'server/src/rooms.ts'), 'utf8')
  const list = /const calls[^=]*= \[[^]*export const routes[^=]*= \[[^\]]*\]/.exec(text)?.[0] ?? ''
  const roomOf = new Map(
    [...text.matchAll(/import \{([^}]*)\} from '\.\/([^/']+)\//g)].flatMap(([, names = '', room = '']) =>
      names.split(',').map((name) => [name.trim().split(' as ').at(-1) ?? '', room] as const),
    ),
  )
  return [...list.matchAll(/\.\.\.(\w+)/g)].map(([, name = '']) => roomOf.get(name) ?? name)
}

function roundTrip(): string[] {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [here, there] = [place(from), place(to)]
    if (!from.startsWith('server/') || !there.inside || here.layer === '' || there.layer === '') continue
    if (here.layer !== there.layer) next.set(here.layer, (next.get(here.layer) ?? new Set()).add(there.layer))
  }
  const walk = (room: string, way: string[]): string[] | null => {
    if (way.includes(room)) return [...way.slice(way.indexOf(room)), room]
    for (const further of next.get(room) ?? []) {
      const found = walk(further, [...way, room])
      if (found !== null) return found
    }
    return null
  }
  for (const room of next.keys()) {
    const way = walk(room, [])
    if (way !== null) return [`rooms import each other in a circle: ${way.join(' → ')}`]
  }
  return []
}

/** A page names every room whose sentences it shows (web/src/app/page.ts): for other rooms it would show message ids. */
function wordlessPages(): string[] {
  const next = Map.groupBy(imports, ({ from }) => from)
  const router = readFileSync(join(root, 'web/src/app/router.tsx'), 'utf8')
  const pages = [...router.matchAll(/\.\.\.page\(\s*'[\w-]+',\s*(\[[^\]]*\]|'\w+'),\s*\(\) => import\('([^']+)'\)/g)]
  if (pages.length !== router.split('...page(').length - 1)
    return ['web/src/app/router.tsx has a page that is not read here']
  return pages.flatMap(([, rooms = '', page = '']) => {
    const loaded = new Set([...(rooms.match(/\w+/g) ?? []), 'api', 'app', 'kit', 'shell'])
    const reached = new Set([join('web/src/app', page).replaceAll(sep, '/')])
    for (const file of reached) for (const { to } of next.get(file) ?? []) reached.add(to)
    const worded = [...reached].filter((file) => next.get(file)?.some(({ to }) => /^@lingui\/\w+\/macro$/.test(to)))
    const shown = new Set(worded.map((file) => place(file).layer))
    return [...shown]
      .filter((room) => !loaded.has(room))
      .map((room) => `${page} shows words of '${room}', which its route does not load`)
  })
}

/** A room raises only refusals that its endpoint permits (`refuse`, `accept`), and never throws a refusal of its own. */
function freeRefusals(): string[] {
  return sources
    .filter((file) => /^server\/src\/(?!platform\/)[^/]+\//.test(file))
    .filter((file) => /\bnew Refusal\b/.test(readFileSync(join(root, file), 'utf8')))
    .map((file) => `${file} makes a Refusal: rooms and ledger call refuse() or accept()`)
}

/** A brand is reliable only if a single file creates it. */
function wrongBrands(): string[] {
  const makers: Record<string, string> = {
    Paise: 'contract/money.ts',
    Ppm: 'contract/money.ts',
    Movement: 'server/src/ledger/movements.ts',
    Tx: 'server/src/platform/database/database.ts',
    Db: 'server/src/platform/database/database.ts',
    Call: 'server/src/platform/http/http.ts',
    MayRefuse: 'server/src/platform/http/refuse.ts',
  }
  return sources.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\bas (Paise|Ppm|Movement|Tx|Db|Call|MayRefuse)\b/g)]
      .filter(([, brand = '']) => makers[brand] !== file)
      .map(([, brand = '']) => `${file} writes "as ${brand}": only ${makers[brand]} makes one`),
  )
}
