/** Where a call comes from: the addresses that its connection and trusted proxies give, and the network they belong to. */
import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'

/** Whether the address of a hop is that of a proxy whose forwarded addresses are trusted. */
export type IsTrusted = (address: string, hop: number) => boolean

/** `proxies`: addresses and networks; false if there are none. */
export function trustIn(proxies: readonly string[] | false): IsTrusted {
  return proxies ? proxyAddr.compile([...proxies]) : () => false
}

/** The peer's own address, followed by those that trusted proxies forward. The last one is the caller's. */
export function addressesOf(request: IncomingMessage, isTrusted: IsTrusted): string[] {
  return proxyAddr.all(request, isTrusted)
}

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
