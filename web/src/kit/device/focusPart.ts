/**
 * Scrolls to the part of the page that the address names behind its #, and focuses its first field or button, or the part itself.
 * False if the page has no such part, or not yet; the browser itself goes to the page's content and to a section of an index.
 */
export function focusPart(hash: string): boolean {
  const part = /^(main|settings-.*)?$/.test(hash) ? null : document.getElementById(hash)
  if (!part) return false
  const field = part.matches('button')
    ? part
    : part.querySelector<HTMLElement>(':is(input, textarea, select, button):enabled')
  part.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
  return true
}
