/** The answer to a call: its encoded reply, a file, or the exact shape of an error. */
import { complaintSentence } from '@bittkosh/contract/complaints'
import type { Endpoint } from '@bittkosh/contract/endpoint'
import { type Refused, refusals, wireParams } from '@bittkosh/contract/refusals'
import type { FastifyReply } from 'fastify'
import type { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { hasTagged } from './polls.ts'
import type { Refusal } from './refuse.ts'

/** A download: returned by endpoints whose reply is 'file'. */
export type FileReply = {
  content: Buffer | Readable
  type: string
  /** The name of the download; null shows the file in place. */
  name: string | null
  /** Headers of this file that differ from those of every reply. */
  headers?: Record<string, string>
}

export const JSON_TYPE = 'application/json; charset=utf-8'

export type Encoded = { text: string; etag?: string } | { file: FileReply } | { none: true }
export type Outcome = { status: number; body: Encoded }

/** The pattern of its address, as routes, metrics and traces name it. */
export function routeOf({ path }: Endpoint): string {
  return `/api${path.replace(/\{(\w+)\}/g, ':$1')}`
}

/** The status of success. */
export function statusOf({ status, reply }: Endpoint): number {
  return status ?? (reply === undefined ? 204 : 200)
}

/** The text stored with the key; empty for a file and for no body. */
export function textOf(body: Encoded): string {
  return 'text' in body ? body.text : ''
}

export function encodeReply(endpoint: Endpoint, answer: unknown): Encoded {
  if (endpoint.reply === 'file') return { file: answer as FileReply }
  if (endpoint.reply === undefined) return { none: true }
  return { text: JSON.stringify(z.encode(endpoint.reply, answer as never)) }
}

/** With an ETag, a client that already has the same bytes gets 304 and no body. */
export function send(reply: FastifyReply, status: number, body: Encoded): FastifyReply {
  if ('text' in body && body.etag !== undefined) {
    reply.header('etag', body.etag)
    if (hasTagged(reply.request.raw, body.etag)) return reply.code(304).send()
  }
  reply.code(status)
  if ('none' in body) return reply.send()
  if ('text' in body) return reply.type(JSON_TYPE).send(body.text)
  const { content, type, name, headers } = body.file
  if (name) reply.header('content-disposition', `attachment; filename="${name}"`)
  if (headers) reply.headers(headers)
  return reply.type(type).send(content)
}

type CodedParams = { code: string; params?: unknown }
type RefusalBody = CodedParams & {
  message: string
  errors?: Record<string, string>
  complaints?: Record<string, CodedParams>
}

/**
 * The exact shape of an error, with the status to send it under: {message, code, params?, errors?, complaints?}. The
 * sentences are English; from `params` and, by field, `complaints`, a client words them in another language.
 */
export function refusalBody({ refused, message }: Refusal): RefusalBody & { status: number } {
  const params = wireParams(refused)
  const coded = { code: refused.code, ...(params === undefined ? {} : { params }) }
  return { status: refusals[refused.code].status, message, ...coded, ...byField(refused, { message, coded }) }
}

function byField({ field, complaints }: Refused, { message, coded }: { message: string; coded: CodedParams }) {
  if (complaints) {
    const sentences = Object.entries(complaints).map(([name, complaint]) => [name, complaintSentence(complaint)])
    return { errors: Object.fromEntries(sentences) as Record<string, string>, complaints }
  }
  return field ? { errors: { [field]: message }, complaints: { [field]: coded } } : {}
}
