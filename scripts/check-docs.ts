/**
 * Links of the docs and references in the code ('docs/rules.md#deposits'): prints each whose page or heading does not exist, and
 * each decision that nothing links to, and exits 1. Applied migrations are never edited, so their references may be out of date.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'

const root = join(import.meta.dirname, '..')
const files = globSync(['*.md', '{docs,contract,server,web,scripts,tests,bench}/**/*.{md,ts,tsx,css}'], {
  cwd: root,
  exclude: ['**/node_modules/**', '**/dist/**', 'bench/results/**'],
}).map((file) => file.replaceAll(sep, '/'))

const cited = new Set<string>()
const problems = files.flatMap((file) =>
  linksIn(file).flatMap(({ page, heading }) => {
    if (page !== file) cited.add(page)
    if (!existsSync(join(root, page))) return [`${file} cites ${page}, which does not exist`]
    if (heading === undefined || headingsOf(page).includes(heading)) return []
    return [`${file} cites ${page}#${heading}, which has no such heading`]
  }),
)
const unread = files.filter((file) => file.startsWith('docs/decisions/') && !cited.has(file))
problems.push(...unread.map((file) => `nothing links to ${file}`))

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1

/** Pages as paths from the root. */
function linksIn(file: string): { page: string; heading: string | undefined }[] {
  const text = read(file)
  const links = file.endsWith('.md')
    ? [...text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(([, path = '', heading]) => ({
        page: path === '' ? file : normalize(join(dirname(file), path)).replaceAll(sep, '/'),
        heading,
      }))
    : []
  const citations = [...text.matchAll(/(?<![\w/]|\]\()(docs\/[\w/-]+\.md)(?:#([\w-]+))?/g)]
  return [...links, ...citations.map(([, page = '', heading]) => ({ page, heading }))]
}

/** Generates a heading's anchor: '## Input and headers' becomes input-and-headers. */
function headingsOf(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}
