/**
 * `npm run messages` writes the sentences found in the code into the catalogues of each room.
 * With --check it writes nothing and fails where a catalogue is behind the code, a sentence lacks its Hindi or has two.
 */
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { join } from 'node:path'

const web = join(import.meta.dirname, '../web')
const config = getConfig({ cwd: web, configPath: join(web, 'lingui.config.ts') })
const isCheck = process.argv.includes('--check')
const complaints: string[] = []
/** Where each sentence was translated first, and how. */
const translated = new Map<string, { file: string; translation: string | undefined }>()

for (const catalog of await getCatalogs(config)) {
  if (isCheck) complaints.push(...(await compare(catalog)))
  else await catalog.make({ clean: true, overwrite: false, orderBy: 'message', locale: ['en', 'hi'] })
}
if (complaints.length > 0) {
  console.error(complaints.join('\n'))
  process.exitCode = isCheck ? 1 : 0
}

type Catalog = Awaited<ReturnType<typeof getCatalogs>>[number]

async function compare(catalog: Catalog): Promise<string[]> {
  const inCode = (await catalog.collect()) ?? {}
  const found: string[] = []
  for (const locale of config.locales) {
    const file = catalog.getFilename(locale).slice(web.length + 1)
    const kept = (await catalog.read(locale)) ?? {}
    for (const [id, { message }] of Object.entries(inCode)) {
      if (!kept[id]) found.push(`web/${file} lacks: ${message ?? id} (npm run messages)`)
      else if (locale !== config.sourceLocale) {
        const { translation } = kept[id]
        if (!translation) found.push(`web/${file} has no translation for: ${message ?? id}`)
        // The browser merges the catalogues of all rooms it has visited: the one loaded last would win.
        const other = translated.get(id) ?? { file, translation }
        if (translation !== other.translation)
          found.push(`web/${file} and web/${other.file} differ on: ${message ?? id} (two meanings need a context)`)
        translated.set(id, other)
      }
    }
    for (const [id, { message }] of Object.entries(kept)) {
      if (!inCode[id]) found.push(`web/${file} keeps a sentence that is gone: ${message ?? id} (npm run messages)`)
    }
  }
  return found
}
