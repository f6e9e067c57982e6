/**
 * The landing page as HTML, painted before any script runs. The web app's own components render it with the operator's
 * current texts, in a thread that ends afterwards, so React stays out of this process
 * (docs/decisions/0150-landing-page-drawn-by-the-server.md).
 */
import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { Language } from '@bittkosh/contract/language'
import type { Site } from '@bittkosh/contract/site'
import { pack, type Packed } from '../platform/http/packed.ts'

/** The bundle that the web app's build makes for this purpose (web/src/app/drawLanding.tsx). */
const program = new URL('../../../web/dist/.server/drawLanding.js', import.meta.url)

type PageVariant = { language: Language; mobile: boolean }
export type RenderedPage = PageVariant & { html: string }
export type LandingPage = Packed & {
  /** Sources for the content policy that permit the document's own script and style, and no others. */
  script: string
  style: string
}

export const canDrawLanding = existsSync(program)

/** Renders a language's pages again only if the operator's texts in it, or the figures, have changed. */
export function makeLandingPages(): (site: Site, wanted: PageVariant) => Promise<LandingPage> {
  const kept = new Map<Language, { words: string; pages: Promise<(PageVariant & LandingPage)[]> }>()
  return async (site, wanted) => {
    const words = JSON.stringify(site)
    let drawing = kept.get(wanted.language)
    if (drawing?.words !== words) {
      const begun = { words, pages: draw(site, wanted.language).then((drawn) => Promise.all(drawn.map(packDrawn))) }
      begun.pages.catch(() => {
        if (kept.get(wanted.language) === begun) kept.delete(wanted.language)
      })
      kept.set(wanted.language, begun)
      drawing = begun
    }
    const page = (await drawing.pages).find(({ mobile }) => mobile === wanted.mobile)
    if (!page) throw new Error(`no landing page was drawn for ${JSON.stringify(wanted)}`)
    return page
  }
}

function draw(site: Site, language: Language): Promise<RenderedPage[]> {
  const thread = new Worker(new URL('./landing-thread.ts', import.meta.url), {
    workerData: { program: program.href, site, language },
  })
  return new Promise((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', (code) => reject(new Error(`the drawing of the landing page ended with ${code}`)))
  })
}

/** Compressed once per rendering, never per visitor. */
async function packDrawn({ language, mobile, html }: RenderedPage) {
  const [script, style] = [hashOf(html, 'script'), hashOf(html, 'style')]
  return { language, mobile, script, style, ...(await pack(Buffer.from(html))) }
}

/** The hash of the first such element, which is in the head, before any of the operator's texts. */
function hashOf(html: string, element: 'script' | 'style'): string {
  const [, content = ''] = new RegExp(`<${element}>(.*?)</${element}>`, 's').exec(html) ?? []
  return `'sha256-${hash('sha256', content, 'base64')}'`
}
