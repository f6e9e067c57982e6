/** When a page has come to rest. */
import type { Page, Request } from 'playwright-core'

// What is drawn may ask for more, and a timer of the next tick begins it.
const idle = 'new Promise((done) => setTimeout(() => requestIdleCallback(() => done()), 50))'

/**
 * Of a page that has not been anywhere: a function that waits until no request is under way and the page has nothing
 * left to do. Playwright's 'networkidle' waits for half a second more, which a walk through all screens pays for each.
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
    if (request.isNavigationRequest()) underWay.clear() // nobody hears what becomes of those of the document before
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
