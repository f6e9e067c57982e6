/** Firefox over WebDriver BiDi, which Playwright speaks only to a Firefox of its own making. */
import { existsSync } from 'node:fs'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'

/** FIREFOX_PATH or Debian's; undefined where the machine has none. */
export function findFirefox(): string | undefined {
  const paths = [process.env['FIREFOX_PATH'], '/usr/bin/firefox-esr', '/usr/bin/firefox']
  return paths.find((path) => path && existsSync(path))
}

export function openFirefox(executablePath: string): Promise<Browser> {
  return puppeteer.launch({
    browser: 'firefox',
    executablePath,
    defaultViewport: { width: 390, height: 844 },
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 }, // drawn without a graphics card, the moving news take a core
    env: { ...process.env, LD_PRELOAD: undefined }, // as playwright.config.ts says of Chromium
  })
}

/** What somebody does on a page, each part by its role and name or by the text it shows; waits until it is there. */
export function handsOn(page: Page) {
  // By its text first: to tell what each part of a page is and is called takes this browser seconds.
  const named = (role: string, name: string) => `${called(name)}::-p-aria(${name}[role="${role}"])`
  const find = (selector: string) => page.locator(selector).setTimeout(30_000)
  /** In the middle of the screen, where no bar covers it, and once nothing lies over it, as the splash does at first. */
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

/** What may have this name: by its own text, its label's, or what it says to those who don't see it. */
function called(name: string): string {
  const field = `//input[@id=//label[normalize-space()="${name}"]/@for]`
  return `::-p-xpath(//*[normalize-space()="${name}" or @aria-label="${name}"] | ${field})`
}

/** Runs in the page: a press on the middle of the part is its own. */
function isOnTop(part: Part): boolean {
  const { x, y, width, height } = part.getBoundingClientRect()
  return part.contains(part.ownerDocument.elementFromPoint(x + width / 2, y + height / 2))
}

/** What is asked of an element of the page, whose types the tests are not built with. */
interface Part {
  getBoundingClientRect(): { x: number; y: number; width: number; height: number }
  contains(other: unknown): boolean
  ownerDocument: { elementFromPoint(x: number, y: number): unknown }
}
