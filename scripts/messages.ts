/**
 * `npm run messages` writes the sentences found in the code into the catalogues of each room. With --check it writes into a copy,
 * and fails if a catalogue differs from it, or a sentence lacks its Hindi or has two translations.
 */
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const web = join(import.meta.dirname, '../web')
const config = getConfig({ cwd: web, configPath: join(web, 'lingui.config.ts') })
const isCheck = process.argv.includes('--check')
const complaints: string[] = []
/** The file and text of each sentence's first translation. */
const translated = new Map<string, { file: string; translation: string }>()

type Catalog = Awaited<ReturnType<typeof getCatalogs>>[number]

const copy = isCheck ? mkdtempSync(join(tmpdir(), 'bittkosh-messages-')) : null
for (const catalog of await getCatalogs(config)) {
  const files = new Map(config.locales.map((locale) => [locale, catalog.getFilename(locale)]))
  if (copy) beside(catalog, copy, files)
  const made = await catalog.make({ clean: true, overwrite: false, orderBy: 'message', locale: config.locales })
  if (!copy || made === false) continue
  for (const [locale, file] of files) {
    const name = `web${file.slice(web.length)}`
    if (textOf(file) !== textOf(catalog.getFilename(locale))) complaints.push(`${name} is behind (npm run messages)`)
    if (locale !== config.sourceLocale) complaints.push(...amiss(name, made[locale] ?? {}))
  }
}
if (copy) rmSync(copy, { recursive: true })
for (const complaint of complaints) console.error(complaint)
if (complaints.length > 0) process.exitCode = 1

/** Generates the catalogue in a folder of its own, starting from its current files. */
function beside(catalog: Catalog, folder: string, files: ReadonlyMap<string, string>): void {
  catalog.path = join(folder, catalog.path.slice(web.length))
  for (const [locale, file] of files) if (existsSync(file)) cpSync(file, catalog.getFilename(locale))
}

function amiss(file: string, sentences: Record<string, { message?: string; translation?: string }>): string[] {
  return Object.entries(sentences).flatMap(([id, { message, translation }]) => {
    if (!translation) return [`${file} has no translation for: ${message ?? id}`]
    // The browser merges the catalogues of all rooms it has visited, so the one loaded last would win.
    const other = translated.get(id) ?? { file, translation }
    translated.set(id, other)
    if (translation === other.translation) return []
    return [`${file} and ${other.file} differ on: ${message ?? id} (two meanings need a context)`]
  })
}

function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}
