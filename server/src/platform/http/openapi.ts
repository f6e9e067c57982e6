/** The OpenAPI 3.1 document of every call, generated from the contract. */
import { BRAND } from '@bittkosh/contract/brand'
import {
  BACKGROUND_HEADER,
  DEVICE_HEADER,
  type Endpoint,
  takesFreshCode,
  permissionsOf,
} from '@bittkosh/contract/endpoint'
import { type RefusalCode, refusals } from '@bittkosh/contract/refusals'
import { FRESH_CODE_HEADER } from '@bittkosh/contract/secondFactor'
import { refusalsOf } from './callRefusals.ts'
import { makeSchemas, type Named, nameOf, type Schemas } from './openapiSchemas.ts'
import { statusOf } from './reply.ts'

/** A room of the contract: the subject of its calls, and everything that its file exports. */
export type ContractRoom = { room: string; about: string; exported: Named }

const shared = {
  securitySchemes: {
    token: { type: 'http', scheme: 'bearer', description: 'The token that signing in or registering returns.' },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'Any text of your own for this attempt. The same key with the same request within eight days returns the first reply again and does nothing.',
      schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' },
    },
    IfNoneMatch: {
      name: 'if-none-match',
      in: 'header',
      required: false,
      description: 'The ETag of the last reply: if it has not changed, the reply is 304 without a body.',
      schema: { type: 'string' },
    },
    SecondFactor: {
      name: FRESH_CODE_HEADER,
      in: 'header',
      description: "A code of the admin's authenticator app, or a recovery code, if the call requires a fresh one.",
      schema: { type: 'string' },
    },
  },
  headers: {
    RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
    ETag: { description: "A hash of the reply's bytes, for If-None-Match.", schema: { type: 'string' } },
  },
}

/** A sentence as data: its code, and its figures if it has any. */
const said = {
  type: 'object',
  required: ['code'],
  properties: { code: { type: 'string' }, params: { type: 'object', additionalProperties: true } },
}

const errorSchemas = {
  RefusalCode: {
    type: 'string',
    enum: Object.keys(refusals),
    description: 'Every reason for which a call can be refused.',
  },
  Error: {
    type: 'object',
    required: ['message', 'code'],
    properties: {
      message: { type: 'string', description: 'The sentence for a person, in English.' },
      code: { $ref: '#/components/schemas/RefusalCode' },
      params: {
        type: 'object',
        additionalProperties: true,
        description: 'The figures of the sentence, if it has any.',
      },
      errors: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'A sentence for each invalid field of the request.',
      },
      complaints: {
        type: 'object',
        additionalProperties: said,
        description: 'The same as data: the code of each of these sentences, with its figures.',
      },
    },
  },
}

/** Throws if no room exports an endpoint, or two shapes have one name. */
export function openApiDocument(endpoints: readonly Endpoint[], rooms: readonly ContractRoom[]) {
  const schemas = makeSchemas(endpoints, rooms)
  const responses = new Map<string, object>()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = (paths[endpoint.path] ??= {})
    path[endpoint.method.toLowerCase()] = {
      operationId: endpoint.name,
      summary: endpoint.summary,
      tags: [tagOf(endpoint, rooms)],
      security: endpoint.who === 'anyone' ? [] : [{ token: [] }],
      // an admin's call: what one of their roles must permit; of several, one, depending on what the call changes
      ...(endpoint.permission ? { 'x-permission': permissionsOf(endpoint) } : {}),
      ...inputOf(endpoint, schemas),
      responses: {
        ...successOf(endpoint, schemas),
        ...proposedOf(endpoint),
        ...refusedOf(endpoint, schemas, responses),
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: BRAND,
      version: '1',
      description: `Amounts are rupees with at most two decimals; times are ISO 8601 in UTC, days those of Asia/Kolkata. A program that polls sends the header ${BACKGROUND_HEADER}: 1 with each poll, which then does not keep its session alive. A program that keeps a random id of its device (16 to 64 letters, digits, hyphens or underscores) sends it as ${DEVICE_HEADER}: the account's owner is told about a sign-in from another device.`,
      license: { name: 'All rights reserved', identifier: 'LicenseRef-proprietary' },
    },
    servers: [{ url: '/api' }],
    tags: rooms
      .filter(({ exported }) => endpoints.some((endpoint) => exported[endpoint.name] === endpoint))
      .map(({ room, about }) => ({ name: room, description: about })),
    components: {
      ...shared,
      schemas: { ...errorSchemas, ...schemas.components },
      responses: Object.fromEntries([...responses].sort(([a], [b]) => (a < b ? -1 : 1))),
    },
    paths,
  }
}

function tagOf(endpoint: Endpoint, rooms: readonly ContractRoom[]): string {
  const room = rooms.find(({ exported }) => exported[endpoint.name] === endpoint)
  if (!room) throw new Error(`openApiDocument: no room of the contract exports ${endpoint.name}`)
  return room.room
}

function inputOf(endpoint: Endpoint, schemas: Schemas) {
  const parameters = [
    ...schemas.parametersOf(endpoint, 'path'),
    ...schemas.parametersOf(endpoint, 'query'),
    ...(endpoint.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(takesFreshCode(endpoint) ? [{ $ref: '#/components/parameters/SecondFactor' }] : []),
    ...(endpoint.keptUntil ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
  ]
  return {
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.body ? { requestBody: { required: true, content: requestContent(endpoint, schemas) } } : {}),
  }
}

function requestContent(endpoint: Endpoint, schemas: Schemas) {
  if (endpoint.body !== 'image') return { 'application/json': { schema: schemas.bodyOf(endpoint) } }
  const image = { type: 'string', format: 'binary', description: 'JPEG, PNG or WebP' }
  return { 'multipart/form-data': { schema: { type: 'object', required: ['image'], properties: { image } } } }
}

function successOf(endpoint: Endpoint, schemas: Schemas) {
  const status = String(statusOf(endpoint))
  if (endpoint.reply === undefined) return { [status]: { description: 'Done; there is no body.' } }
  if (endpoint.reply === 'file') {
    const content = { '*/*': { schema: { type: 'string', format: 'binary' } } }
    return { [status]: { description: 'The file.', content } }
  }
  const description = status === '201' ? 'Created.' : endpoint.method === 'GET' ? 'The requested data.' : 'Done.'
  const content = { 'application/json': { schema: schemas.replyOf(endpoint) } }
  if (!endpoint.keptUntil) return { [status]: { description, content } }
  const headers = { ETag: { $ref: '#/components/headers/ETag' } }
  return {
    [status]: { description, headers, content },
    304: { description: 'Not modified; there is no body.', headers },
  }
}

/** The reply to a call that another admin must approve. */
function proposedOf({ fourEyes }: Endpoint) {
  if (fourEyes !== 'sometimes') return {}
  const properties = { proposal: { $ref: '#/components/schemas/Proposal' } }
  const schema = { type: 'object', required: ['proposal'], properties }
  const description = 'Nothing has happened yet: another admin must approve it.'
  return { 202: { description, content: { 'application/json': { schema } } } }
}

/** One response for each status, naming its codes. A response with a single code is the same everywhere, so it is shared. */
function refusedOf(endpoint: Endpoint, schemas: Schemas, responses: Map<string, object>) {
  const byStatus = Map.groupBy(refusalsOf(endpoint), (code) => refusals[code].status)
  const entries = [...byStatus].sort(([a], [b]) => a - b)
  return Object.fromEntries(
    entries.map(([status, codes]) => {
      const [only] = codes
      if (codes.length > 1 || !only) return [status, refused(status, codes, schemas)]
      const name = nameOf(only)
      responses.set(name, refused(status, codes, schemas))
      return [status, { $ref: `#/components/responses/${name}` }]
    }),
  )
}

function refused(status: number, codes: readonly RefusalCode[], schemas: Schemas) {
  const plain = codes.filter((code) => schemas.paramsOf(code) === null)
  const cases = [
    ...(plain.length > 0 ? [caseOf(plain)] : []),
    ...codes.flatMap((code) => {
      const figures = schemas.paramsOf(code)
      return figures ? [caseOf([code], figures)] : []
    }),
  ]
  const schema = {
    allOf: [{ $ref: '#/components/schemas/Error' }, ...(cases.length === 1 ? cases : [{ anyOf: cases }])],
  }
  return {
    description: codes.map(described).join('\n\n'),
    ...(status === 429 || status === 503
      ? { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } }
      : {}),
    content: { 'application/json': { schema } },
  }
}

function caseOf(codes: readonly RefusalCode[], figures?: { params: object; isRequired: boolean }) {
  const properties = { code: { type: 'string', enum: codes }, ...(figures ? { params: figures.params } : {}) }
  return { type: 'object', required: figures?.isRequired ? ['code', 'params'] : ['code'], properties }
}

function described(code: RefusalCode): string {
  const { message } = refusals[code]
  return typeof message === 'string' ? `\`${code}\`: ${message}` : `\`${code}\`, with its figures in \`params\`.`
}
