/** The contract's schemas as JSON Schemas: exports of the contract keep their names and are referenced by them. */
import * as amounts from '@bittkosh/contract/amounts'
import * as contact from '@bittkosh/contract/contact'
import type { Endpoint } from '@bittkosh/contract/endpoint'
import * as payees from '@bittkosh/contract/payees'
import { type RefusalCode, refusals } from '@bittkosh/contract/refusals'
import * as shapes from '@bittkosh/contract/shapes'
import * as z from 'zod/mini'

type Json = Record<string, unknown>
/** What a file of the contract exports. */
export type Named = Readonly<Record<string, unknown>>

export type Schemas = {
  /** The shapes that some call uses, by name. */
  components: Record<string, Json>
  bodyOf(endpoint: Endpoint): Json
  replyOf(endpoint: Endpoint): Json
  parametersOf(endpoint: Endpoint, place: 'path' | 'query'): Json[]
  /** The figures of a refusal; null if its sentence has none. */
  paramsOf(code: RefusalCode): { params: Json; isRequired: boolean } | null
}

// What a codec's function does and a schema cannot express. No `multipleOf: 0.01`: validators check it with floats.
const rupees = 'Rupees with at most two decimals.'
const described = new Map<unknown, Json>([
  [amounts.amount, { description: rupees, exclusiveMinimum: 0, maximum: 1_000_000_000, examples: [1250.5] }],
  [amounts.amountOrZero, { description: rupees, minimum: 0, maximum: 1_000_000_000, examples: [1250.5] }],
  [amounts.wallet, { description: rupees, minimum: 0, examples: [1250.5] }],
  [amounts.money, { description: `${rupees} Below zero if more went out than came in.`, examples: [1250.5] }],
  [amounts.percent, { description: 'Per cent with at most four decimals.', minimum: 0, examples: [2.5] }],
  [
    amounts.percent2,
    { description: 'Per cent with at most two decimals.', minimum: 0, maximum: 1000, examples: [2.5] },
  ],
  [amounts.usdt, { description: 'USDT with at most six decimals.', exclusiveMinimum: 0, examples: [120.25] }],
  [shapes.instant, { description: 'A point in time.', format: 'date-time', examples: ['2026-03-31T18:30:00.000Z'] }],
  [shapes.day, { description: 'A business day in Asia/Kolkata.', format: 'date', examples: ['2026-03-31'] }],
  [shapes.link, { format: 'uri' }],
  [contact.email, { format: 'email' }],
  [contact.phone, { examples: ['+919876543210'] }],
])

/** The shapes of the figures in refusals' sentences. */
const figures = new Map(
  Object.entries(refusals).flatMap(([code, row]) => {
    const shape: z.ZodMiniType | undefined = 'shape' in row ? row.shape : undefined
    return shape ? [[code as RefusalCode, shape]] : []
  }),
)

function inner(shape: z.ZodMiniType): unknown {
  return shape instanceof z.ZodMiniOptional ? shape._zod.def.innerType : shape
}

/** A code as a name in the document: 'BelowMinimum'. */
export function nameOf(code: RefusalCode): string {
  return code.replace(/(^|_)(\w)/g, (_match, _gap, letter: string) => letter.toUpperCase())
}

/** Throws if two shapes have one name. */
export function makeSchemas(endpoints: readonly Endpoint[], rooms: readonly { exported: Named }[]): Schemas {
  const names = z.registry<{ id: string }>()
  const taken = new Set<string>()
  const give = (name: string, schema: unknown) => {
    if (!isSchema(schema) || names.has(schema)) return
    if (taken.has(name)) throw new Error(`openApiDocument: two shapes are called ${name}`)
    taken.add(name)
    names.add(schema, { id: name })
  }
  for (const exported of [amounts, shapes, contact, payees, ...rooms.map((room) => room.exported)])
    for (const [name, value] of Object.entries(exported)) if (deservesName(value)) give(capital(name), value)
  for (const endpoint of endpoints) {
    give(`${capital(endpoint.name)}Body`, endpoint.body)
    give(`${capital(endpoint.name)}Reply`, endpoint.reply)
    give(`${endpoint.name} path`, endpoint.params)
    give(`${endpoint.name} query`, endpoint.query)
  }
  for (const [code, params] of figures) give(`${nameOf(code)}Params`, inner(params))
  const { schemas: all } = z.toJSONSchema(names, {
    io: 'input',
    unrepresentable: 'any',
    uri: (name) => `#/components/schemas/${name}`,
    override: ({ zodSchema, jsonSchema }) => complete(zodSchema, jsonSchema as Json),
  }) as { schemas: Record<string, Json> }
  for (const schema of Object.values(all)) for (const key of ['$schema', '$id', 'id']) delete schema[key]
  const idOf = (schema: unknown) => (isSchema(schema) && names.get(schema)?.id) || ''
  const refer = (schema: unknown) => ({ $ref: `#/components/schemas/${idOf(schema)}` })
  return {
    components: used(
      all,
      [
        ...endpoints.flatMap(({ params, query, body, reply }) => [params, query, body, reply]),
        ...[...figures.values()].map(inner),
      ].map(idOf),
    ),
    bodyOf: ({ body }) => refer(body),
    replyOf: ({ reply }) => refer(reply),
    paramsOf(code) {
      const shape = figures.get(code)
      return shape ? { params: refer(inner(shape)), isRequired: shape === inner(shape) } : null
    },
    parametersOf({ params, query }, place) {
      const { properties = {}, required = [] } = (all[idOf(place === 'path' ? params : query)] ?? {}) as {
        properties?: Record<string, Json>
        required?: string[]
      }
      return Object.entries(properties).map(([name, schema]) => ({
        name,
        in: place,
        required: place === 'path' || required.includes(name),
        schema,
      }))
    },
  }
}

function isSchema(value: unknown): value is z.ZodMiniType {
  return typeof value === 'object' && value !== null && '_zod' in value
}

/** Objects, choices, and shapes that `described` adds to; other text and numbers are written out in place. */
function deservesName(value: unknown): boolean {
  return isSchema(value) && (described.has(value) || ['object', 'enum', 'union'].includes(value._zod.def.type))
}

/** Adds to a schema what the library leaves out, and removes bounds that mean nothing. */
function complete(schema: z.core.$ZodType, json: Json): void {
  const { def } = (schema as z.ZodMiniType)._zod as unknown as { def: Definition }
  if (def.type === 'default' && typeof def.defaultValue === 'number') json['default'] = def.defaultValue
  if (def.type === 'pipe' && def.out) Object.assign(json, boundsOf(def.out))
  Object.assign(json, described.get(schema))
  if (json['minLength'] === 0) delete json['minLength']
  if (json['minimum'] === Number.MIN_SAFE_INTEGER) delete json['minimum']
  if (json['maximum'] === Number.MAX_SAFE_INTEGER) delete json['maximum']
  if (json['type'] === 'integer') json['format'] = Number(json['maximum']) <= 2_147_483_647 ? 'int32' : 'int64'
}

type Definition = { type: string; out?: z.ZodMiniType; defaultValue?: unknown }

/** The bounds of what a text or number is decoded to, if they also hold for the text or number itself. */
function boundsOf(out: z.ZodMiniType): Json {
  const json: Json = z.toJSONSchema(out, { io: 'output', unrepresentable: 'any' })
  if (json['type'] !== 'string' && json['type'] !== 'integer') return {}
  const bounds = ['type', 'minLength', 'maxLength', 'minimum', 'maximum']
  return Object.fromEntries(bounds.flatMap((key) => (key in json ? [[key, json[key]]] : [])))
}

/** The schemas that the named ones refer to, except the parameters' own objects, whose properties are listed one by one. */
function used(all: Record<string, Json>, begin: readonly string[]): Record<string, Json> {
  const found = new Set<string>()
  const follow = (name: string) => {
    const schema = all[name]
    if (!schema || found.has(name)) return
    found.add(name)
    for (const [, next = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) follow(next)
  }
  begin.forEach(follow)
  const shown = [...found].filter((name) => !name.includes(' ')).sort()
  return Object.fromEntries(shown.map((name) => [name, all[name] ?? {}]))
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
