/**
 * Brings the part of the page that an address names behind its # into sight and puts the focus on its first field or
 * button, or on itself. False where the page has no such part, or not yet.
 */
export function focusPart(hash: string): boolean {
  const part = hash === '' ? null : document.getElementById(hash)
  if (!part) return false
  const field = part.matches('button')
    ? part
    : part.querySelector<HTMLElement>(':is(input, textarea, select, button):enabled')
  part.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
  return true
}
