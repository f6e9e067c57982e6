import babel from '@rolldown/plugin-babel'

/** Turns `t`, `msg`, `Trans` and `Plural` into catalogue look-ups; Babel reads only files that use them. */
export function linguiMacros() {
  return babel({
    presets: [
      {
        preset: () => ({ plugins: ['@lingui/babel-plugin-lingui-macro'] }),
        rolldown: { filter: { code: /@lingui\/(core|react)\/macro/ } },
      },
    ],
  })
}
