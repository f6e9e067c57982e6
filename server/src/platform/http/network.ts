import { isIPv6 } from 'node:net'

/**
 * The network that a caller's address counts as: for IPv6 the first 64 bits, because a home or a server gets all
 * addresses below them; for IPv4 the address, also if it is mapped into IPv6.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const groups = head.split(':').filter(Boolean)
  const behind = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - groups.length - behind.length }, () => '0')
  const first = [...groups, ...zeros, ...behind].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${first.join(':')}::/64`
}
