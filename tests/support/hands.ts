/** How an admin uses a page of the panel: with the keyboard alone, or by touch on a phone. */
import { expect, type Locator, type Page } from '@playwright/test'
import { scrollsSideways } from './axe.ts'
import type { Say } from './say.ts'

export type Hands = {
  /** Opens a page of the panel by its name. */
  go: (name: string) => Promise<void>
  /** Activates a button, a link or a checkbox. */
  press: (target: Locator) => Promise<void>
  turnTo: (tab: Locator) => Promise<void>
  /** In a field: replaces its text; in a select: chooses the option. */
  type: (field: Locator, text: string) => Promise<void>
  /** Fills in the first field of a dialog that has just opened, and confirms it. */
  confirm: (field: Locator, text: string, button: Locator) => Promise<void>
  /** In a queue: searches and opens the matching row. */
  find: (text: string, row: Locator) => Promise<void>
  /** Starts the approval of the opened record. */
  approve: (button: Locator) => Promise<void>
}

const TABS_MAX = 150

export function byKeyboard(page: Page, say: Say): Hands {
  const key = (name: string) => page.keyboard.press(name)

  /** Presses Tab until this element has the focus: an element that Tab does not reach fails. */
  async function tabTo(target: Locator): Promise<void> {
    await expect(target).toHaveCount(1) // a list whose search is still loading may show other rows
    await expect(target).toBeVisible()
    await expect(target).toBeEnabled()
    for (let pressed = 0; pressed < TABS_MAX; pressed++) {
      if (await target.evaluate((element) => element.matches(':focus'))) return
      await key('Tab')
    }
    throw new Error(`${TABS_MAX} times Tab do not reach ${target.toString()}`)
  }

  /** By typing the option's letters; if the keyboard lacks them, as for Hindi here, with the arrow keys. */
  async function chooseByKeys(select: Locator, option: string): Promise<void> {
    if (/^[ -~]+$/.test(option)) return page.keyboard.type(option)
    const chosen = () => select.locator('option:checked').textContent()
    for (let options = await select.getByRole('option').count(); (await chosen()) !== option; options--) {
      if (options === 0) throw new Error(`no arrow leads to ${option}`)
      await key('ArrowDown')
    }
  }

  return {
    async go(name) {
      await key('ControlOrMeta+k')
      const finder = page.getByRole('dialog', { name: say('Search') })
      await expect(finder.getByRole('searchbox')).toBeFocused()
      await page.keyboard.type(name)
      await expect(finder.getByRole('link', { name, exact: true }).first()).toBeVisible()
      await key('Enter')
      await expect(finder).toBeHidden()
    },
    async press(target) {
      await tabTo(target)
      await key((await target.getAttribute('type')) === 'checkbox' ? 'Space' : 'Enter')
    },
    async turnTo(tab) {
      await tabTo(page.getByRole('tab', { selected: true }))
      await key('ArrowRight')
      await expect(tab).toHaveAttribute('aria-selected', 'true')
    },
    async type(field, text) {
      await tabTo(field)
      if ((await field.evaluate((element) => element.tagName)) === 'SELECT') return chooseByKeys(field, text)
      await key('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
    async confirm(field, text) {
      await expect(field).toBeFocused()
      await page.keyboard.type(text)
      await key('Enter')
    },
    async find(text, row) {
      await expect(page.getByRole('row', { selected: true })).toBeVisible()
      await key('/')
      await expect(page.getByRole('searchbox')).toBeFocused()
      await page.keyboard.type(text)
      await key('Enter')
      await expect(row).toHaveCount(1) // rows that do not match are gone
      await expect(row).toHaveAttribute('aria-selected', 'true')
      await expect(row.getByRole('button')).toBeFocused()
    },
    approve: () => key('a'),
  }
}

export function byThumb(page: Page, say: Say): Hands {
  async function press(target: Locator): Promise<void> {
    await expect(target).toHaveCount(1) // as above
    await target.tap()
  }

  async function type(field: Locator, text: string): Promise<void> {
    if ((await field.evaluate((element) => element.tagName)) === 'SELECT') {
      await field.selectOption({ label: text }) // the phone's own list
      return
    }
    await press(field)
    await field.fill(text)
  }

  return {
    press,
    type,
    turnTo: press,
    approve: press,
    async go(name) {
      expect.soft(await scrollsSideways(page), `${page.url()} scrolls sideways`).toBe(false)
      const menu = page.getByRole('dialog', { name: say('Menu') })
      await press(page.getByRole('button', { name: say('Menu'), exact: true }))
      await press(menu.getByRole('link', { name: new RegExp(`^${name}`) }))
      await expect(menu).toBeHidden()
    },
    async confirm(field, text, button) {
      if (text !== '') await type(field, text)
      await press(button)
    },
    async find(text, row) {
      await type(page.getByRole('searchbox'), text)
      await press(row)
    },
  }
}
