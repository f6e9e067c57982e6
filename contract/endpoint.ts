import type * as z from 'zod/mini'

/** Who may make a call. A call without a declared audience does not compile. */
export type Audience = 'anyone' | 'user' | 'admin' | 'signed-in'

/**
 * The rate limit that a call counts against; `server/src/platform/limits.ts` holds the figures
 * (reliability.md, Controls). Reads default to `read`, writes to `write`.
 */
export type LimitName =
  | 'read'
  | 'poll'
  | 'write'
  | 'money'
  | 'login'
  | 'register'
  | 'forgot'
  | 'deposit'
  | 'transfer'
  | 'upload'
  | 'statement'
  | 'none'

/**
 * `1` marks a call that nobody asked for: a poll, or what a page fetches again by itself. It is answered like any other,
 * but does not keep the session alive (rules.md §3). Every call of a signed-in person takes it.
 */
export const BACKGROUND_HEADER = 'x-background'

type Schema = z.ZodMiniType

/**
 * One call of the product: the server registers its route from it, the OpenAPI document and the web
 * client's types come from it, and the authorization test walks it.
 */
export type Endpoint<
  P extends Schema | undefined = Schema | undefined,
  Q extends Schema | undefined = Schema | undefined,
  B extends Schema | undefined = Schema | undefined,
  R extends Schema | undefined = Schema | undefined,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below /api, with parameters in braces: '/withdrawals/{id}/cancel'. */
  path: string
  who: Audience
  summary: string
  /** Accepts Idempotency-Key: the same key and body within 24 hours answers the first answer again. */
  idempotent?: boolean
  limit?: LimitName
  /** Answered also while the caller must change a password that an admin set; every other call is refused then. */
  beforePasswordChange?: boolean
  /** Answered also while an admin must set up a second factor; every other call of theirs is refused then. */
  beforeSecondFactor?: boolean
  /** Takes a code of the admin's second factor in the header `x-second-factor`; the handler says when it must be there. */
  freshCode?: boolean
  params?: P
  query?: Q
  /** A JSON body; 'image' is a multipart form with one file called image. */
  body?: B | 'image'
  /** The JSON answer; 'file' is a download, undefined is 204 without a body. */
  reply?: R | 'file'
  /** Status of success where it is not 200 (or 204 without a reply). */
  status?: 200 | 201 | 204
}

/** A download keeps 'file' in its type, so that both sides know that its answer is one. */
export function endpoint<
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>(definition: Endpoint<P, Q, B, undefined> & { reply: 'file' }): Endpoint<P, Q, B, undefined> & { reply: 'file' }
export function endpoint<
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  R extends Schema | undefined = undefined,
>(definition: Endpoint<P, Q, B, R>): Endpoint<P, Q, B, R>
export function endpoint<
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  R extends Schema | undefined = undefined,
>(definition: Endpoint<P, Q, B, R>): Endpoint<P, Q, B, R> {
  return definition
}

type Output<S> = S extends Schema ? z.output<S> : undefined
export type Params<E> = E extends Endpoint<infer P, infer _Q, infer _B, infer _R> ? Output<P> : never
export type Query<E> = E extends Endpoint<infer _P, infer Q, infer _B, infer _R> ? Output<Q> : never
export type Body<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _R> ? Output<B> : never
export type Reply<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? Output<R> : never
