/**
 * Fails when the built web app exceeds its limits: the size of a first visit's download and of each route's own code, the number of
 * scripts that home waits for, the fonts of an English reader and the layout shift of pages (both measured in a browser). Also
 * fails if users would download code of the panel, or if a script calls a function that the oldest browsers (README.md#browsers)
 * lack. Reads web/dist; run `npm run build` first.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { ChunkModules } from '../web/build/chunkModules.ts'
import { englishPageLoad } from './page-load.ts'

const kB = 1000
// Each file of home waits for one of six connections, 1.2 s each on slow 3G, however small it is.
const limits = { firstLoad: 130 * kB, route: 30 * kB, fonts: 50 * kB, shift: 0.02, homeFiles: 13 }
const firstRoutes = ['landing/LandingPage', 'auth/LoginPage', 'auth/RegisterPage']

/** Neither types nor the bundler reject these. */
const tooNew = /\b(?:Map|Object)\.groupBy\b|\bURL\.canParse\b|\bPromise\.(?:try|withResolvers)\b|\bArray\.fromAsync\b/

type Chunk = { file: string; src?: string; imports?: string[]; dynamicImports?: string[] }

const dist = join(import.meta.dirname, '../web/dist')
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
// /dev/kit is for developers and shows every part of the kit.
const pages = Object.keys(manifest).filter((key) => /^src\/(?!dev\/)\w+\/\w+Page\.tsx$/.test(key))
const start = reach('index.html')
const complaints: string[] = []

for (const name of firstRoutes) {
  const page = `src/${name}.tsx`
  check(`first load of ${name}`, sum(new Set([...start, ...reach(page), ...catalogue(page)])), limits.firstLoad)
}
for (const page of pages) {
  const around = frameOf(page)
  const own = new Set([...reach(page), ...catalogue(page)].filter((key) => !start.has(key) && !around.has(key)))
  check(page, sum(own), limits.route)
}
const home = 'src/home/DashboardPage.tsx'
const homeFiles = scriptsOf(new Set([...start, ...frameOf(home), ...reach(home), ...catalogue(home)])).size
if (homeFiles > limits.homeFiles)
  complaints.push(`home waits for ${homeFiles} scripts, at most ${limits.homeFiles}: see web/build/bundles.ts`)
for (const [file, sources] of panelInUsersFiles())
  complaints.push(`users download ${file} with what only the panel imports: ${sources.join(', ')}`)

for (const file of globSync(join(dist, 'assets/*.js'))) {
  const [name] = tooNew.exec(readFileSync(file, 'utf8')) ?? []
  if (name) complaints.push(`${file} calls ${name}, which the oldest browsers of README.md lack`)
}

const seen = await englishPageLoad()
const fontBytes = [...seen.fonts.values()].reduce((bytes, more) => bytes + more, 0)
check(`fonts of login, home and menu in English: ${[...seen.fonts.keys()].join(', ')}`, fontBytes, limits.fonts)
for (const [path, shift] of seen.shifts)
  if (shift > limits.shift) complaints.push(`${path} moves by ${shift} while it loads, at most ${limits.shift}`)

if (complaints.length > 0) {
  console.error(complaints.join('\n'))
  process.exitCode = 1
}

/**
 * The files that users may download, immediately or later, with a module that nothing on their side imports: the bundler, or a
 * group of web/build/bundles.ts, combined it with one of their modules.
 */
function panelInUsersFiles(): Map<string, string[]> {
  const isPanel = (source: string) => /\/Admin\w*\.tsx$/.test(source)
  const { files, imports }: ChunkModules = JSON.parse(readFileSync(join(dist, '.vite/modules.json'), 'utf8'))
  const theirs = closure('web/src/main.tsx', (source) => (imports[source] ?? []).filter((one) => !isPanel(one)))
  const downloaded = closure('index.html', (key) => {
    const { imports: needed = [], dynamicImports: later = [] } = manifest[key] ?? {}
    return [...needed, ...later.filter((one) => !isPanel(one))]
  })
  const found = new Map<string, string[]>()
  for (const key of downloaded) {
    const file = manifest[key]?.file ?? ''
    const strange = (files[file] ?? []).filter((source) => !theirs.has(source) && !source.includes('\0'))
    if (strange.length > 0) found.set(file, strange)
  }
  return found
}

/** Everything that `next` reaches, step by step, from a starting point. */
function closure(from: string, next: (one: string) => readonly string[]): Set<string> {
  const found = new Set([from])
  for (const one of found) for (const more of next(one)) found.add(more)
  return found
}

/** The code that the page's frame has already loaded for everyone: the query cache and the navigation. */
function frameOf(page: string): Set<string> {
  if (/^src\/(auth|landing)\//.test(page)) return new Set()
  return reach(`src/shell/${/\/Admin\w*Page/.test(page) ? 'AdminFrame' : 'UserFrame'}.tsx`)
}

/** The chunk and everything that must load before it runs. */
function reach(key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || seen.has(key)) return seen
  seen.add(key)
  for (const needed of chunk.imports ?? []) reach(needed, seen)
  return seen
}

/**
 * The English sentences of a page's room, fetched in parallel with it; and those of the kit's figures, except on the pages in front
 * of the login.
 */
function catalogue(page: string): Set<string> {
  const own = reach(page.replace(/\w+\.tsx$/, 'locales/en.po'))
  return page.startsWith('src/auth/') ? own : reach('src/kit/money/locales/en.po', own)
}

function sum(keys: Set<string>): number {
  return [...scriptsOf(keys)].reduce(
    (bytes, file) => bytes + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length,
    0,
  )
}

function scriptsOf(keys: Set<string>): Set<string> {
  return new Set([...keys].map((key) => manifest[key]?.file ?? '').filter((file) => file.endsWith('.js')))
}

function check(what: string, bytes: number, limit: number) {
  const line = `${(bytes / kB).toFixed(1).padStart(6)} of ${limit / kB} kB  ${what}`
  if (bytes > limit) complaints.push(`over budget: ${line}`)
  else console.log(line)
}
