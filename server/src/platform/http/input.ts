/** The input of a call: decoded by the schemas of its endpoint, or refused with a complaint for each wrong field. */
import { readComplaint } from '@bittkosh/contract/complaint'
import type { Complaint } from '@bittkosh/contract/complaints'
import type { Endpoint } from '@bittkosh/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { Refusal } from './refuse.ts'

/** A call's raw input: JSON, before it is decoded. */
export type RawInput = { params: unknown; query: unknown; body: unknown }

/** Refuses `not_found`, `malformed` or `invalid`, depending on which part is wrong. */
export function decodeInput(endpoint: Endpoint, { params, query, body }: RawInput) {
  return {
    params: decode(endpoint.params, params, 'not_found'),
    query: decode(endpoint.query, withoutEmpty(query), 'malformed'),
    body: endpoint.body === 'image' ? undefined : decode(endpoint.body, body, 'invalid'),
  }
}

/** A parameter with an empty value, as a form without an entry sends it, is not there. */
function withoutEmpty(query: unknown): unknown {
  return Object.fromEntries(Object.entries(Object(query)).filter(([, value]) => value !== ''))
}

function decode(
  schema: z.ZodMiniType | undefined,
  input: unknown,
  code: 'not_found' | 'malformed' | 'invalid',
): unknown {
  if (!schema) {
    if (input !== undefined && input !== null && Object.keys(input).length > 0)
      throw new Refusal({ code: code === 'invalid' ? 'invalid' : 'malformed' })
    return undefined
  }
  const result = z.safeDecode(schema, (input ?? {}) as never)
  if (result.success) return result.data
  if (code === 'not_found') throw new Refusal({ code })
  throw new Refusal({ code, complaints: fieldComplaints(result.error.issues, input) })
}

function fieldComplaints(issues: readonly z.core.$ZodIssue[], input: unknown): Record<string, Complaint> {
  const complaints: Record<string, Complaint> = Object.create(null)
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) complaints[[...issue.path, key].join('.')] ??= { code: 'unknown_field' }
    } else if (issue.code === 'invalid_union' && issue.errors.length > 0) {
      // The alternative with the fewest wrong fields is the one that was meant.
      const [nearest = []] = [...issue.errors].sort((a, b) => wrongFields(a) - wrongFields(b))
      const inner = nearest.map((error) => ({ ...error, path: [...issue.path, ...error.path] }))
      for (const [field, complaint] of Object.entries(fieldComplaints(inner, input))) complaints[field] ??= complaint
    } else {
      const said = readComplaint(issue.message)
      // Some fields have their own complaint for being missing; so do rules about the whole input.
      const hasWords = issue.code === 'custom' || said.code.endsWith('_missing')
      const isMissing = !hasWords && (valueAt(input, issue.path) ?? null) === null
      complaints[issue.path.join('.')] ??= isMissing ? { code: 'required' } : said
    }
  }
  return complaints
}

function wrongFields(issues: readonly z.core.$ZodIssue[]): number {
  return issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1), 0)
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    input,
  )
}

/** The one file of a multipart form. Refuses `image_too_large` if it exceeds the limit of app.ts. */
export async function readFile(request: FastifyRequest): Promise<{ bytes: Buffer; mimetype: string }> {
  if (!request.isMultipart()) throw new Refusal({ code: 'unsupported_type' })
  const part = await request.file().catch(malformed)
  if (!part || part.fieldname !== 'image')
    throw new Refusal({ code: 'invalid', complaints: { image: { code: 'image_missing' } } })
  return { bytes: await part.toBuffer().catch(unread), mimetype: part.mimetype }
}

function unread(error: Error & { code?: string }): never {
  if (error.code === 'FST_REQ_FILE_TOO_LARGE') throw new Refusal({ code: 'image_too_large', field: 'image' })
  return malformed(error)
}

/** The parser's error for a broken form has no status; its error for one that is too large has. */
function malformed(error: Error): never {
  throw 'statusCode' in error ? error : new Refusal({ code: 'malformed' })
}
