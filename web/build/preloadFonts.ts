import type { Plugin } from 'vite'

/**
 * Preloads the Latin and Latin-extended files (48 kB together; the latter holds ₹). The Devanagari file (258 kB) is left to its
 * unicode-range: it loads only if there is Hindi on the page.
 */
export function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => /anek-devanagari-latin(-ext)?-wght.*\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
            injectTo: 'head-prepend' as const,
          })),
    },
  }
}
