/** Detects when a page is idle. */
import type { Page, Request } from 'playwright-core'

// Rendering may send further requests, which a timer of the next tick starts. Chromium sometimes announces no idle moment after a
// change of the viewport.
const idle = 'new Promise((done) => setTimeout(() => requestIdleCallback(() => done(), { timeout: 500 }), 50))'

/**
 * For a page before its first navigation: a function that waits until no request is pending and the page has nothing left to do.
 * Playwright's 'networkidle' waits half a second longer, on each of the screens that a test visits.
 */
export function restOf(page: Page): () => Promise<void> {
  const underWay = new Set<Request>()
  let begun = 0
  let wake = () => {}
  const ended = (request: Request) => {
    underWay.delete(request)
    if (underWay.size === 0) wake()
  }
  page.on('request', (request) => {
    if (request.isNavigationRequest()) underWay.clear() // requests of the previous document never report their end
    underWay.add(request)
    begun++
  })
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  return async () => {
    for (let seen = -1; seen !== begun;) {
      seen = begun
      if (underWay.size > 0) await new Promise<void>((done) => (wake = done))
      await page.evaluate(idle)
    }
  }
}
