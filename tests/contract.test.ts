/** Consistency of the contract: names that can't drift, and an OpenAPI document that other tools can process. */
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Endpoint } from '@bittkosh/contract/endpoint'
import { listSessions } from '@bittkosh/contract/sessions'
import { type RefusalCode, refusals } from '@bittkosh/contract/refusals'
import { expect, test } from 'vitest'
import { contractRooms } from '../server/src/contractRooms.ts'
import { refusalsOf } from '../server/src/platform/http/callRefusals.ts'
import { encodeReply } from '../server/src/platform/http/reply.ts'
import { openApiDocument } from '../server/src/platform/http/openapi.ts'
import { routes } from '../server/src/rooms.ts'
import { testServer } from './support/server.ts'

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

test('each call has the name of the constant that exports it, and names are unique', () => {
  expect(calls.length).toBeGreaterThan(100)
  expect(calls.map(({ endpoint }) => endpoint.name)).toEqual(calls.map(({ name }) => name))
  expect(new Set(calls.map(({ name }) => name)).size).toBe(calls.length)
})

test('every call of the contract has one handler, of the same name', () => {
  const product = calls.filter(({ room }) => room !== 'dev')
  expect(routes.map(({ endpoint }) => endpoint.name).sort()).toEqual(product.map(({ name }) => name).sort())
  expect(routes.map(({ run }) => run.handle.name)).toEqual(routes.map(({ endpoint }) => endpoint.name))
})

// Why a repeat of these calls does no harm without a key.
const withoutKey = {
  'sets or checks what the body names, or sends nothing new': [
    'askToClose',
    'assignConversation',
    'assignRecord',
    'closeConversation',
    'confirmDate',
    'endSession',
    'flagRecord',
    'keepAccount',
    'logout',
    'markAllRead',
    'markConversationRead',
    'markRead',
    'paymentReference',
    'removeSecondFactor',
    'resetSecondFactor',
    'seeAlert',
    'seeWelcome',
    'setRoles',
    'verifyEmail',
    'verifyPhone',
  ],
  'decides each record once': ['approveStatementLines', 'revokeKyc', 'verifyKyc'],
  'stores nothing that anything refers to': [
    'previewBankStatement',
    'previewPayoutResult',
    'uploadImage',
    'uploadPayeePicture',
  ],
  'replies with a secret, which is not stored': [
    'beginSecondFactor',
    'confirmSecondFactor',
    'openLockedKyc',
    'renewRecoveryCodes',
    'revealKyc',
  ],
  'sends one of the few codes of an hour': ['resendEmailCode', 'resendPhoneCode'],
}

test('each other write of somebody signed in accepts an Idempotency-Key', () => {
  const others = routes.filter(
    ({ endpoint: { method, who, idempotent } }) => method !== 'GET' && who !== 'anyone' && !idempotent,
  )
  expect(others.map(({ endpoint }) => endpoint.name).sort()).toEqual(Object.values(withoutKey).flat().sort())
})

const document = openApiDocument(
  routes.map(({ endpoint }) => endpoint),
  await contractRooms(),
)
type Operation = { operationId: string; tags: string[]; responses: Record<string, Response> }
type Response = { $ref?: string; content?: Record<string, { schema: { allOf?: (Case & { anyOf?: Case[] })[] } }> }
type Case = { properties?: { code: { enum: string[] }; params?: { $ref: string } } }
const operations = Object.values(document.paths).flatMap((path) => Object.values(path) as Operation[])

test('the document lists each call by its name, in the chapter of its room', () => {
  const names = routes.map(({ endpoint }) => endpoint.name)
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(names.sort())
  const roomOf = new Map(calls.map(({ name, room }) => [name, room]))
  for (const { operationId, tags } of operations) expect(tags).toEqual([roomOf.get(operationId)])
})

test('every refusal that a call may return is listed under its status, and no other', () => {
  const named: Record<string, Response> = document.components.responses
  for (const { endpoint } of routes) {
    const operation = operations.find(({ operationId }) => operationId === endpoint.name)
    const codes = Object.entries(operation?.responses ?? {}).flatMap(([status, response]) => {
      const { content = {} } = response.$ref ? (named[response.$ref.split('/').at(-1) ?? ''] ?? {}) : response
      const [, one] = content['application/json']?.schema.allOf ?? []
      return (one?.anyOf ?? [one]).flatMap((each) => {
        const { code, params } = each?.properties ?? { code: { enum: [] } }
        for (const listed of code.enum as RefusalCode[]) {
          expect(refusals[listed].status).toBe(Number(status))
          expect([listed, params !== undefined]).toEqual([listed, 'shape' in refusals[listed]])
        }
        return code.enum
      })
    })
    expect([endpoint.name, codes.sort()]).toEqual([endpoint.name, refusalsOf(endpoint)])
  }
})

test('a reply has its declared fields and no other, at any depth', () => {
  const opened: string[] = []
  for (const { endpoint } of routes) walk(endpoint.reply, endpoint.name)
  const meant = /\.(before|after|params)$/ // what the audit log has, and the figures of a refusal
  expect(opened.filter((where) => !meant.test(where))).toEqual([])
  const reply = encodeReply({ ...listSessions, name: 'x' }, { data: [], password_hash: 'secret' })
  expect(reply).toEqual({ text: '{"data":[]}' })

  function walk(schema: unknown, where: string): void {
    const { def } = Object(Object(schema)._zod) as { def?: Record<string, unknown> }
    if (!def) return
    const type = (of: unknown) => String(Object(Object(Object(of)._zod).def).type)
    if (['any', 'unknown'].includes(type(schema)) || (def['catchall'] && type(def['catchall']) !== 'never'))
      opened.push(where)
    for (const [name, field] of Object.entries(Object(def['shape']))) walk(field, `${where}.${name}`)
    for (const part of ['innerType', 'in', 'element', 'valueType']) walk(def[part], where)
    for (const option of (def['options'] as unknown[] | undefined) ?? []) walk(option, where)
  }
})

test('shapes have the names and formats of the contract', () => {
  const schemas = document.components.schemas as Record<string, Record<string, unknown>>
  expect(schemas['Deposit']?.['properties']).toMatchObject({
    id: { type: 'integer', format: 'int32' },
    requested_amount: { $ref: '#/components/schemas/Money' },
    approved_amount: { anyOf: [{ $ref: '#/components/schemas/Money' }, { type: 'null' }] },
    created_at: { $ref: '#/components/schemas/Instant' },
  })
  expect(schemas['Instant']).toMatchObject({ type: 'string', format: 'date-time' })
  expect(schemas['RegisterBody']?.['properties']).toMatchObject({ email: { $ref: '#/components/schemas/Email' } })
  expect(document.paths['/withdrawals']?.['get']).toMatchObject({
    parameters: expect.arrayContaining([
      expect.objectContaining({
        name: 'page',
        in: 'query',
        schema: expect.objectContaining({ default: 1, minimum: 1 }),
      }),
    ]),
  })
})

test('it is served unchanged, below /api too', async () => {
  const server = await testServer()
  for (const url of ['/openapi.json', '/api/openapi.json']) {
    const reply = await server.app.inject({ method: 'GET', url })
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(reply.json()).toEqual(JSON.parse(JSON.stringify(document)))
  }
  await server.close()
})
