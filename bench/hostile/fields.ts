/** Every text that somebody can send, according to the API document. */
import type { Schema } from '../fuzz/draw.ts'

export type TextField = {
  method: string
  /** In the contract's form: '/notes/{subject}/{id}'. */
  path: string
  /** 'details.upi_id', or 'search' of a query. */
  field: string
  max: number
  in: 'body' | 'query'
}

type Operation = {
  parameters?: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
export type ApiDocument = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

export async function readApi(base: string): Promise<ApiDocument> {
  return (await (await fetch(`${base}/openapi.json`)).json()) as ApiDocument
}

export function textFields({ paths, components }: ApiDocument): TextField[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { parameters = [], requestBody }]) => {
      const of = { method: method.toUpperCase(), path: path.replace(/^\/api/, '') }
      const body = requestBody?.content['application/json']?.schema
      const inBody = body ? textsOf(body, '', components.schemas) : []
      const searches = parameters.filter((each) => each.in === 'query' && each.name === 'search')
      return [
        ...inBody.map((each) => ({ ...of, ...each, in: 'body' as const })),
        ...searches.map(({ name }) => ({ ...of, field: name, max: 100, in: 'query' as const })),
      ]
    }),
  )
}

/** Texts anywhere in a schema, except those with an enum or a format of their own. */
function textsOf(schema: Schema, at: string, named: Record<string, Schema>): { field: string; max: number }[] {
  const reference = schema['$ref']
  if (typeof reference === 'string') return textsOf(named[reference.split('/').at(-1) ?? ''] ?? {}, at, named)
  const parts = ['anyOf', 'oneOf', 'allOf'].flatMap((kind) => (schema[kind] as Schema[] | undefined) ?? [])
  const inside = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)
  const isText = schema['type'] === 'string' && !('enum' in schema || 'const' in schema)
  const all = [
    ...(isText && schema['format'] !== 'date-time' ? [{ field: at, max: Number(schema['maxLength'] ?? 200) }] : []),
    ...parts.flatMap((part) => textsOf(part, at, named)),
    ...inside.flatMap(([name, inner]) => textsOf(inner, at === '' ? name : `${at}.${name}`, named)),
    ...(schema['items'] ? textsOf(schema['items'] as Schema, `${at}.0`, named) : []),
  ]
  return all.filter((one, place) => all.findIndex(({ field }) => field === one.field) === place)
}
