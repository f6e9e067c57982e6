/**
 * The address of the chat page if it may be framed, otherwise null. Only https of another origin: a frame of our own origin could
 * reach the token, whatever its sandbox allows.
 */
export function chatAddress(setting: string, ownOrigin: string): string | null {
  const address = URL.parse(setting.trim())
  if (address?.protocol !== 'https:' || address.origin === ownOrigin) return null
  if (address.username || address.password) return null
  return address.href
}
