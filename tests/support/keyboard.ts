/** A page that is worked by the keyboard alone. */
import { expect, type Locator, type Page } from '@playwright/test'

const TABS_MAX = 150

export function byKeyboard(page: Page) {
  const press = (key: string) => page.keyboard.press(key)

  /** Presses Tab until this has the focus: what Tab does not reach fails. */
  async function tabTo(target: Locator): Promise<void> {
    await expect(target).toBeVisible()
    await expect(target).toBeEnabled()
    for (let pressed = 0; pressed < TABS_MAX; pressed++) {
      if (await target.evaluate((element) => element.matches(':focus'))) return
      await press('Tab')
    }
    throw new Error(`${TABS_MAX} times Tab do not reach ${target.toString()}`)
  }

  /** In a field: replaces its text; in a choice: picks the option that begins so. */
  async function type(field: Locator, text: string): Promise<void> {
    await tabTo(field)
    if ((await field.evaluate((element) => element.tagName)) !== 'SELECT') await press('ControlOrMeta+a')
    await page.keyboard.type(text)
  }

  /** Opens a page of the panel by its name. */
  async function go(name: string): Promise<void> {
    await press('ControlOrMeta+k')
    const finder = page.getByRole('dialog', { name: 'Search' })
    await expect(finder.getByRole('searchbox')).toBeFocused()
    await page.keyboard.type(name)
    await expect(finder.getByRole('link', { name, exact: true }).first()).toBeVisible()
    await press('Enter')
    await expect(finder).toBeHidden()
  }

  return { press, tabTo, type, go }
}
