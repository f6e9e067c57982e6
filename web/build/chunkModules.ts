/**
 * Writes .vite/modules.json beside the manifest: which file each module is in, and what each module imports. For
 * scripts/check-budget.ts.
 */
import { writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Plugin } from 'vite'

export type ChunkModules = {
  /** The modules of each file that were not removed entirely by tree shaking. */
  files: Record<string, string[]>
  /** What each module imports, statically or dynamically. */
  imports: Record<string, string[]>
}

export function chunkModules(): Plugin {
  const project = join(import.meta.dirname, '../..')
  const nameOf = (id: string) => relative(project, id.replace(/\?.*$/, ''))
  return {
    name: 'chunk-modules',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const found: ChunkModules = { files: {}, imports: {} }
      for (const id of this.getModuleIds()) {
        const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(id) ?? {}
        found.imports[nameOf(id)] = [...importedIds, ...dynamicallyImportedIds].map(nameOf)
      }
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const rendered = Object.entries(chunk.modules).filter(([, { renderedLength }]) => renderedLength > 0)
        found.files[chunk.fileName] = rendered.map(([id]) => nameOf(id))
      }
      await writeFile(join(dir, '.vite/modules.json'), JSON.stringify(found))
    },
  }
}
