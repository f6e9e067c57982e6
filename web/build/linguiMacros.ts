import { getConfig } from '@lingui/conf'
import babel from '@rolldown/plugin-babel'
import { join } from 'node:path'

const web = join(import.meta.dirname, '..')
// Named, because a search for it would begin in the folder that the command was given in.
const linguiConfig = getConfig({ cwd: web, configPath: join(web, 'lingui.config.ts') })

/** Turns `t`, `msg`, `Trans` and `Plural` into catalogue look-ups; Babel reads only files that use them. */
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
