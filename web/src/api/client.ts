/** The typed way to the server: input is encoded and the reply decoded by the contract's schemas. */
import {
  BACKGROUND_HEADER,
  type Body,
  DEVICE_HEADER,
  type Endpoint,
  type Params,
  type Query,
  type Reply,
  takesFreshCode,
} from '@bittkosh/contract/endpoint'
import * as z from 'zod/mini'
import { askFreshCode, dropCodeQuestion } from '../kit/overlays/freshCode.ts'
import { ApiError } from './ApiError.ts'
import { takeBegun } from './begun.ts'
import { deviceId } from './device.ts'
import { noteReach, noteReply } from './lastReply.ts'
import { SentForApproval } from './sent.ts'
import { onNewToken, session } from './session.ts'
import { keepTagged, lastTagged } from './tagged.ts'

// A code that is typed after another sign-in must not send a call that was started before it, in anyone's name.
onNewToken(dropCodeQuestion)

/**
 * A read without a reply after this time counts as lost and is retried: on a phone's dead connection it would otherwise hang for
 * minutes, and the page with it. A write never times out, because the person sees that it is running.
 */
const PATIENCE_MS = 20_000

/** What a call takes: exactly the parts that its endpoint declares. A query contains only the parameters that it sets. */
export type Input<E> = Part<'params', Params<E>> &
  Part<'body', E extends { body: 'image' } ? FormData : Body<E>> &
  (Query<E> extends undefined ? unknown : { query?: { [K in keyof Query<E>]?: Query<E>[K] | undefined } })
type Part<Name extends string, T> = T extends undefined ? unknown : { [K in Name]: T }

/** What a call returns: the decoded reply, or a file. */
export type Reading<E> = E extends { reply: 'file' } ? Blob : Reply<E>

type Options = {
  idempotencyKey?: string
  signal?: AbortSignal
  freshCode?: string
  /** Not started by a person: a poll, or a page that refetches by itself. It does not extend the session. */
  isBackground?: boolean
}
type Parts = { params?: object; query?: object; body?: unknown }

/** Throws ApiError: status 0 and code 'unreachable' if no reply came; SentForApproval if another admin must approve it. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: Options = {},
): Promise<Reading<E>> {
  const token = session.get()?.token
  const address = addressOf(endpoint, input as Parts)
  const last = endpoint.keptUntil && lastTagged(address)
  const response = await send(endpoint, input as Parts, { ...options, token, address, etag: last?.etag })
  noteReach(true)
  if (response.status === 304 && last) {
    noteReply()
    return last.reading as Reading<E> // stored under this address, which was built from the endpoint
  }
  if (!response.ok) {
    // Only a reply to the token that is still in use may end the session.
    const isOurs = token !== undefined && session.get()?.token === token
    if (response.status === 401 && isOurs && endpoint.who !== 'anyone') session.end('server')
    const error = new ApiError(response.status, response.statusText, await jsonOf(response))
    if (error.code === 'password_change_required' && isOurs) session.requirePasswordChange(true)
    if (error.code === 'second_factor_setup_required' && isOurs) session.requireSecondFactor(true)
    const freshCode = await freshCodeFor(endpoint, error, options)
    if (freshCode !== null) return call(endpoint, input, { ...options, freshCode })
    throw error
  }
  noteReply()
  if (response.status === 202) throw new SentForApproval()
  const reading = await decode(endpoint, response)
  if (endpoint.keptUntil) keepTagged(address, token, response, reading)
  return reading as Reading<E> // the type is derived from the schema that decoded it
}

/** Asks for a code if the call needs one or its code was wrong. Null if no code is needed or the person gave none. */
async function freshCodeFor(endpoint: Endpoint, { code }: ApiError, options: Options): Promise<string | null> {
  const wrong = code === 'second_factor_wrong' && options.freshCode !== undefined
  return takesFreshCode(endpoint) && (wrong || code === 'fresh_code_required') ? askFreshCode({ wrong }) : null
}

type Sent = Options & { token: string | undefined; address: string; etag: string | undefined }

async function send(endpoint: Endpoint, input: Parts, options: Sent) {
  const headers = new Headers({ accept: 'application/json', [DEVICE_HEADER]: deviceId() })
  if (options.token) headers.set('authorization', `Bearer ${options.token}`)
  if (options.idempotencyKey && endpoint.idempotent) headers.set('idempotency-key', options.idempotencyKey)
  if (options.freshCode) headers.set('x-second-factor', options.freshCode)
  if (options.isBackground) headers.set(BACKGROUND_HEADER, '1')
  if (options.etag !== undefined) headers.set('if-none-match', options.etag)
  const content = bodyOf(endpoint, input.body)
  if (typeof content === 'string') headers.set('content-type', 'application/json')
  try {
    const { method } = endpoint
    const { address } = options
    const begun = method === 'GET' ? takeBegun(address, options.token) : undefined
    return await (begun ?? fetch(address, { method, headers, body: content, signal: signalOf(endpoint, options) }))
  } catch (error) {
    if (options.signal?.aborted) throw error
    noteReach(false)
    throw ApiError.unreachable(error)
  }
}

function signalOf({ method, reply }: Endpoint, { signal }: Options): AbortSignal | null {
  const canGiveUp = 'any' in AbortSignal // not before Chrome 116 and Safari 17.4, where a read has no timeout
  if (method !== 'GET' || reply === 'file' || !canGiveUp) return signal ?? null
  return AbortSignal.any([AbortSignal.timeout(PATIENCE_MS), ...(signal ? [signal] : [])])
}

function bodyOf(endpoint: Endpoint, body: unknown): string | FormData | null {
  if (body instanceof FormData) return body
  if (body === undefined || endpoint.body === undefined || endpoint.body === 'image') return null
  return JSON.stringify(z.encode(endpoint.body, body))
}

function addressOf(endpoint: Endpoint, { params, query }: Parts): string {
  const encoded = endpoint.params && z.safeEncode(endpoint.params, params)
  // As the server would answer an address whose number no record can have.
  if (encoded?.success === false) throw new ApiError(404, 'Not found', { code: 'not_found' })
  const texts: Record<string, unknown> = Object(encoded?.data)
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(texts[name])))
  const search = encodeQuery(endpoint, query).toString()
  return `/api${path}${search && `?${search}`}`
}

/** Encodes only what is given, so that the server applies its own defaults. */
function encodeQuery(endpoint: Endpoint, query: object = {}): URLSearchParams {
  const search = new URLSearchParams()
  const shape: Record<string, z.core.$ZodType> = endpoint.query instanceof z.ZodMiniObject ? endpoint.query.shape : {}
  for (const [key, value] of Object.entries(query)) {
    const schema = shape[key]
    if (schema && value !== undefined && value !== '') search.set(key, String(z.encode(schema, value)))
  }
  return search
}

async function decode(endpoint: Endpoint, response: Response): Promise<unknown> {
  if (endpoint.reply === 'file') return response.blob()
  if (endpoint.reply === undefined) return undefined
  return z.decode(endpoint.reply, await response.json())
}

async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return null // a reply from a proxy, not from our server
  }
}
