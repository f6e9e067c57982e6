/** Firefox over WebDriver BiDi, which Playwright supports only for its own build of Firefox. */
import { existsSync } from 'node:fs'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'

/** FIREFOX_PATH or Debian's; undefined if the machine has none. */
export function findFirefox(): string | undefined {
  const paths = [process.env['FIREFOX_PATH'], '/usr/bin/firefox-esr', '/usr/bin/firefox']
  return paths.find((path) => path && existsSync(path))
}

export function openFirefox(executablePath: string): Promise<Browser> {
  return puppeteer.launch({
    browser: 'firefox',
    executablePath,
    defaultViewport: { width: 390, height: 844 },
    extraPrefsFirefox: {
      'ui.prefersReducedMotion': 1, // without a graphics card the moving news take a whole core
      'layout.frame_rate': 10, // whoever waits on the page looks at it again before each frame
    },
    env: { ...process.env, LD_PRELOAD: undefined }, // as playwright.config.ts says of Chromium
  })
}

/** User actions on a page, with each element found by role and name or by its visible text; waits until it is there. */
export function handsOn(page: Page) {
  // By text first: computing the role and name of every element takes this browser seconds.
  const named = (role: string, name: string) => `${called(name)}::-p-aria(${name}[role="${role}"])`
  const find = (selector: string) => page.locator(selector).setTimeout(30_000)
  /** Scrolled to the middle of the screen, where no bar covers it, and once nothing lies over it, as the splash does at first. */
  async function click(selector: string): Promise<void> {
    const element = await find(selector).waitHandle()
    await element.evaluate((part: { scrollIntoView(to: object): void }) => part.scrollIntoView({ block: 'center' }))
    await page.waitForFunction(isOnTop, { timeout: 30_000 }, element)
    await find(selector).click()
  }
  return {
    fill: (selector: string, text: string) => find(selector).fill(text),
    type: (name: string, text: string) => find(named('textbox', name)).fill(text),
    click,
    press: (name: string) => click(named('button', name)),
    seesHeading: (name: string) => find(named('heading', name)).wait(),
    sees: (text: string) => find(`::-p-text(${text})`).wait(),
  }
}

/** Candidates for this name: by their own text, their label's, or their accessible label. */
function called(name: string): string {
  const field = `//input[@id=//label[normalize-space()="${name}"]/@for]`
  return `::-p-xpath(//*[normalize-space()="${name}" or @aria-label="${name}"] | ${field})`
}

/** Runs in the page: whether a click in the middle of the element reaches it. */
function isOnTop(part: Part): boolean {
  const { x, y, width, height } = part.getBoundingClientRect()
  return part.contains(part.ownerDocument.elementFromPoint(x + width / 2, y + height / 2))
}

/** The used parts of an element of the page, because the tests are compiled without DOM types. */
interface Part {
  getBoundingClientRect(): { x: number; y: number; width: number; height: number }
  contains(other: unknown): boolean
  ownerDocument: { elementFromPoint(x: number, y: number): unknown }
}
