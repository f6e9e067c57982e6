/**
 * The project's dependencies: prints each library without a row in docs/dependencies.md, each row without its library or with
 * another licence, each version that is not pinned, and each production package whose licence has not been reviewed; exits 1.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Package = {
  version?: string
  license?: string
  dev?: boolean
  link?: boolean
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

/** They require at most a notice, or cover a file (a font) or a library that is used unchanged. */
const judged = new Set(
  'MIT MIT-0 ISC 0BSD BSD-2-Clause BSD-3-Clause Apache-2.0 BlueOak-1.0.0 Unlicense CC0-1.0 CC-BY-4.0 Python-2.0 OFL-1.1 AFL-2.1 LGPL-3.0-or-later'.split(
    ' ',
  ),
)

/** Packages whose package.json names no licence, with the one in their repository. */
const licencesElsewhere: Readonly<Record<string, string>> = { 'png-js': 'MIT' }

const root = join(import.meta.dirname, '..')
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Package>
}
const rows = new Map(
  [...readFileSync(join(root, 'docs/dependencies.md'), 'utf8').matchAll(/^\| `([^`]+)` \| (.+) \| (.+) \|$/gm)].map(
    ([, name = '', , licence = '']) => [name, licence],
  ),
)
const own = ['', 'contract', 'server', 'web', 'tests/client'].flatMap((workspace) => {
  const { dependencies, devDependencies } = packages[workspace] ?? {}
  return Object.entries({ ...dependencies, ...devDependencies }).map(([name, version]) => ({
    workspace,
    name,
    version,
  }))
})
const problems = [...unexplained(), ...unknownRows(), ...unpinned(), ...unjudged()]

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1

function unexplained(): string[] {
  return foreign().flatMap(({ workspace, name }) => {
    const said = rows.get(name)
    const licence = licenceOf(name, packages[`${workspace}/node_modules/${name}`] ?? packages[`node_modules/${name}`])
    if (said === undefined) return [`${name} has no row in docs/dependencies.md`]
    return said === licence ? [] : [`docs/dependencies.md says ${said} for ${name}, its licence is ${licence}`]
  })
}

function unknownRows(): string[] {
  const used = new Set(own.map(({ name }) => name))
  return [...rows.keys()].filter((name) => !used.has(name)).map((name) => `${name} of docs/dependencies.md is not used`)
}

function unpinned(): string[] {
  return foreign()
    .filter(({ version }) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
    .map(({ name, version, workspace }) => `${workspace || 'package.json'} asks for ${name} ${version}: pin it`)
}

function unjudged(): string[] {
  return Object.entries(packages).flatMap(([path, found]) => {
    const name = path.split('node_modules/').at(-1) ?? path
    if (!path.includes('node_modules/') || found.dev || found.link) return []
    const licence = licenceOf(name, found)
    const parts = licence.replace(/[()]/g, '').split(/ (?:AND|OR) /)
    return parts.every((part) => judged.has(part)) ? [] : [`nobody has judged the licence ${licence} of ${name}`]
  })
}

function foreign() {
  return own.filter(({ name }) => !name.startsWith('@bittkosh/'))
}

function licenceOf(name: string, found: Package | undefined): string {
  return found?.license ?? licencesElsewhere[name] ?? 'unknown'
}
