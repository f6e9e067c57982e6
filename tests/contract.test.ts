/** What the contract says of itself: names that cannot drift, and an OpenAPI document that others can work with. */
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Endpoint } from '@bittkosh/contract/endpoint'
import { expect, test } from 'vitest'
import { routes } from '../server/src/rooms.ts'

const files = globSync(join(import.meta.dirname, '../contract/!(*.test).ts'))
const rooms = await Promise.all(
  files.map(async (file) => ({
    room: basename(file, '.ts'),
    exported: (await import(file)) as Record<string, unknown>,
  })),
)
const calls = rooms.flatMap(({ room, exported }) =>
  Object.entries(exported).flatMap(([name, value]) => (isEndpoint(value) ? [{ room, name, endpoint: value }] : [])),
)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'who' in value
}

test('a call is called as the constant that exports it, and no other call is', () => {
  expect(calls.length).toBeGreaterThan(100)
  expect(calls.map(({ endpoint }) => endpoint.name)).toEqual(calls.map(({ name }) => name))
  expect(new Set(calls.map(({ name }) => name)).size).toBe(calls.length)
})

test('every call of the contract has one handler, of the same name', () => {
  const product = calls.filter(({ room }) => room !== 'dev')
  expect(routes.map(({ endpoint }) => endpoint.name).sort()).toEqual(product.map(({ name }) => name).sort())
  expect(routes.map(({ run }) => run.handle.name)).toEqual(routes.map(({ endpoint }) => endpoint.name))
})
