/** The OpenAPI 3.1 document of every call, generated from the contract. */
import { BRAND } from '@bittkosh/contract/brand'
import { FRESH_CODE_HEADER } from '@bittkosh/contract/secondFactor'
import { BACKGROUND_HEADER, type Endpoint } from '@bittkosh/contract/endpoint'
import * as z from 'zod/mini'

const audiences = { anyone: 'Anyone', user: 'Users', admin: 'Admins', 'signed-in': 'Users and admins' }

/** What a sentence says, as data: its code, and its figures where it has any. */
const said = {
  type: 'object',
  required: ['code'],
  properties: { code: { type: 'string' }, params: { type: 'object' } },
}

const errorSchema = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string' },
    code: { type: 'string' },
    params: { type: 'object' },
    errors: { type: 'object', additionalProperties: { type: 'string' } },
    complaints: { type: 'object', additionalProperties: said },
  },
}

export function openApiDocument(endpoints: readonly Endpoint[]) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = (paths[endpoint.path] ??= {})
    path[endpoint.method.toLowerCase()] = operation(endpoint)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: BRAND,
      version: '1',
      description: `Amounts are rupees with at most two decimals; times are ISO 8601 in UTC. A program that polls sends the header ${BACKGROUND_HEADER}: 1 with each poll, which then does not keep its session alive.`,
    },
    servers: [{ url: '/api' }],
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: errorSchema },
    },
    paths,
  }
}

function operation(endpoint: Endpoint) {
  const parameters = [
    ...parametersOf(endpoint.params, 'path'),
    ...parametersOf(endpoint.query, 'query'),
    ...(endpoint.idempotent
      ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string' } }]
      : []),
    ...(endpoint.freshCode
      ? [{ name: FRESH_CODE_HEADER, in: 'header', required: false, schema: { type: 'string' } }]
      : []),
  ]
  return {
    summary: endpoint.summary,
    tags: [audiences[endpoint.who]],
    ...(endpoint.who === 'anyone' ? {} : { security: [{ token: [] }] }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.body ? { requestBody: { required: true, content: requestContent(endpoint.body) } } : {}),
    responses: {
      [successOf(endpoint)]: success(endpoint),
      default: {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

function successOf(endpoint: Endpoint) {
  return String(endpoint.status ?? (endpoint.reply === undefined ? 204 : 200))
}

function success(endpoint: Endpoint) {
  if (endpoint.reply === undefined) return { description: 'Done' }
  if (endpoint.reply === 'file') return { description: 'A file', content: { 'application/octet-stream': {} } }
  return { description: 'Done', content: { 'application/json': { schema: schemaOf(endpoint.reply) } } }
}

function requestContent(body: NonNullable<Endpoint['body']>) {
  if (body === 'image') {
    const schema = { type: 'object', required: ['image'], properties: { image: { type: 'string', format: 'binary' } } }
    return { 'multipart/form-data': { schema } }
  }
  return { 'application/json': { schema: schemaOf(body) } }
}

function parametersOf(schema: z.ZodMiniType | undefined, place: 'path' | 'query') {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema) as {
    properties?: Record<string, unknown>
    required?: string[]
  }
  return Object.entries(properties).map(([name, inner]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: inner,
  }))
}

function schemaOf(schema: z.ZodMiniType) {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Record<
    string,
    unknown
  >
  return rest
}
