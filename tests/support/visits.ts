/** Many screens on one page. */
import type { Page } from 'playwright-core'
import { restOf } from './rest.ts'

/**
 * Goes to an address. To another path the page goes as the app's links do, without loading the app again, and waits for the other
 * heading: until then the old screen stays.
 */
export async function goTo(page: Page, address: string): Promise<void> {
  const { pathname, href } = new URL(address, page.url() === 'about:blank' ? 'http://nowhere' : page.url())
  if (page.url() === 'about:blank' || new URL(page.url()).pathname === pathname) await page.goto(address)
  else
    await page.evaluate(`new Promise((done) => {
      const heading = () => document.querySelector('h1')?.textContent
      const before = heading()
      history.pushState({}, '', ${JSON.stringify(href)})
      const look = () => ([undefined, before].includes(heading()) ? setTimeout(look, 20) : done())
      look()
    })`)
}

/**
 * Looks at each of these addresses once it is at rest. Throws if two of their paths showed the same heading: then one was not
 * opened.
 */
export async function visitEach(
  page: Page,
  addresses: readonly string[],
  look: (address: string) => Promise<unknown>,
): Promise<void> {
  const atRest = restOf(page)
  const pathsByHeading = new Map<string, string>()
  for (const address of addresses) {
    await goTo(page, address)
    await atRest()
    const heading = (await page.locator('h1').first().textContent()) ?? ''
    const [path = ''] = address.split('?')
    const before = pathsByHeading.get(heading) ?? path
    if (before !== path) throw new Error(`${path} has the heading of ${before}: ${heading}`)
    pathsByHeading.set(heading, path)
    await look(address)
  }
}
