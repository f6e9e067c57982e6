import { lingui } from '@lingui/vite-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig, type UserConfig } from 'vite'
import { appInstall } from './build/appInstall.ts'
import { brandInHtml } from './build/brandInHtml.ts'
import { bundleGroups } from './build/bundles.ts'
import { chunkModules } from './build/chunkModules.ts'
import { classNames } from './build/classNames.ts'
import { landingDocument } from './build/landingDocument.ts'
import { leanContract } from './build/leanContract.ts'
import { linguiMacros } from './build/linguiMacros.ts'
import { precompress } from './build/precompress.ts'
import { preloadFonts } from './build/preloadFonts.ts'
import { preloadPages } from './build/preloadPages.ts'
import { unbrokenPercent } from './build/unbrokenPercent.ts'

const api = process.env.API_URL ?? 'http://127.0.0.1:3000'

const sources = [leanContract(), linguiMacros(), lingui({ cwd: import.meta.dirname }), unbrokenPercent(), react()]

/** The browser's build. `vite build --ssr` builds the server's part: below. */
const forBrowsers: UserConfig = {
  root: import.meta.dirname,
  css: classNames,
  plugins: [...sources, brandInHtml(), preloadFonts(), preloadPages(), chunkModules(), appInstall(), precompress()],
  resolve: {
    // For React before 18 it includes its own store hook.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  build: {
    manifest: true, // scripts/check-budget.ts reads it
    target: ['chrome111', 'safari16.4', 'firefox125'], // README.md#browsers
    assetsInlineLimit: 0, // data: addresses would need exceptions in the Content-Security-Policy
    modulePreload: {
      polyfill: false,
      // The imports of the document's own script are preloaded with it. The lists of each page's imports took 3 kB (gzip) of
      // everyone's first download; without them a page opened for the first time fetches its imports one round trip later. Styles
      // can't be discovered in any other way.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => file.endsWith('.css')),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: bundleGroups() },
        // The file names of all pages are in everyone's first download: without the sources' names it is 0.7 kB (gzip) smaller.
        // web/dist/.vite/manifest.json maps files to sources. Hashes don't compress, so they are as short as the bundler allows: 7
        // characters of 64 possible ones, which makes a collision practically impossible.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: ({ names: [name = ''] }) => `assets/${name.endsWith('.css') ? '' : '[name]-'}[hash:7][extname]`,
      },
    },
  },
  server: { proxy: { '/api': api } },
}

/** The landing page's renderer, self-contained, so that the server does not depend on React. */
const forServer: UserConfig = {
  root: import.meta.dirname,
  css: classNames,
  plugins: [...sources, landingDocument()],
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: true,
    rolldownOptions: { input: 'src/app/drawLanding.tsx' },
    outDir: 'dist/.server',
    target: 'node24',
    minify: true, // it is read at the first visit after each start
    assetsInlineLimit: 0,
    copyPublicDir: false,
    reportCompressedSize: false,
  },
}

export default defineConfig(({ isSsrBuild }) => (isSsrBuild ? forServer : forBrowsers))
