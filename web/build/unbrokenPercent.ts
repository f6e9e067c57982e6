import type { Plugin } from 'vite'

/** Keeps a percent sign on the line of its number: the compiled catalogues allow no line break before it. */
export function unbrokenPercent(): Plugin {
  return {
    name: 'unbroken-percent',
    transform: { filter: { id: /\.po$/ }, handler: (code) => code.replaceAll(' %', '\u00A0%') },
  }
}
