import { expect, test } from 'vitest'
import { networkOf } from './network.ts'

test.each([
  ['an IPv4 address is itself', '203.0.113.7', '203.0.113.7'],
  ['so is one that is written as IPv6', '::ffff:203.0.113.7', '203.0.113.7'],
  ['an IPv6 address is its first half', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['however it is written', '2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['zeros in the first half', '2001:db8::1', '2001:db8:0:0::/64'],
  ['the machine itself', '::1', '0:0:0:0::/64'],
  ['what is no address', 'unknown', 'unknown'],
])('%s', (_case, address, network) => {
  expect(networkOf(address)).toBe(network)
})
