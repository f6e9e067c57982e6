import { getConfig } from '@lingui/conf'
import babel from '@rolldown/plugin-babel'
import { join } from 'node:path'

const web = join(import.meta.dirname, '..')
// Named explicitly, because the search for it would begin in the current directory.
const linguiConfig = getConfig({ cwd: web, configPath: join(web, 'lingui.config.ts') })

/** Turns `t`, `msg`, `Trans` and `Plural` into catalogue look-ups; Babel parses only files that use them. */
export function linguiMacros() {
  return babel({
    presets: [
      {
        preset: () => ({ plugins: [['@lingui/babel-plugin-lingui-macro', { linguiConfig }]] }),
        rolldown: { filter: { code: /@lingui\/(core|react)\/macro/ } },
      },
    ],
  })
}
