/** What a link of the panel leads to on a page: a setting, a payment method, the coverage, the files of a list. */
export const isPart = (hash: string) => /^(setting-|method-|coverage$|export$)/.test(hash)

/**
 * Scrolls to the part of the page that the address names behind its #, and focuses its first field or button, or the part itself.
 * False if the page has no such part, or not yet. To anything else the browser goes by itself.
 */
export function focusPart(hash: string): boolean {
  const part = isPart(hash) ? document.getElementById(hash) : null
  if (!part) return false
  const field = part.matches('button')
    ? part
    : part.querySelector<HTMLElement>(':is(input, textarea, select, button):enabled')
  part.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
  return true
}
