import type * as z from 'zod/mini'
import type { Permission } from './permissions.ts'
import type { RefusalCode } from './refusals.ts'

/** Who may make a call. A call without a declared audience does not compile. */
export type Audience = 'anyone' | 'user' | 'admin' | 'signed-in'

/**
 * The rate limit that a call counts against; `server/src/platform/http/limits.ts` has the figures
 * (docs/security.md#rate-limits). Reads default to `read`, writes to `write`.
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
  | 'message'
  | 'notice'
  | 'contact'
  | 'statement'
  | 'session'
  | 'none'

/**
 * Whether an admin who has a second factor must send a fresh code in the header `x-second-factor`. Always: checked
 * before the handler runs. Sometimes: depends on what the call has done (contract/guards.ts). Never. Source:
 * docs/security.md#second-factor.
 */
export type FreshCode = 'always' | 'sometimes' | 'never'

/**
 * Whether a call can do something that needs a second admin (contract/guards.ts). Sometimes: then it is rolled back,
 * kept as a proposal and answered with 202. Never: checked after each call. Source: docs/rules.md#four-eyes.
 */
export type FourEyes = 'sometimes' | 'never'

/**
 * What the compiler requires of an admin's call: its permission, `freshCode` if it returns a file, and its guards if it
 * writes. A call that moves money (its refusals include those of the ledger) must be able to require a fresh code, or
 * give the reason why it never does.
 */
type Guarded =
  | { who: Exclude<Audience, 'admin'>; permission?: never }
  | ({ who: 'admin'; permission: NeededPermission } & (
      | { method: 'GET'; reply: Schema }
      | { method: 'GET'; reply: 'file'; freshCode: FreshCode }
      | { freshCode: Exclude<FreshCode, 'never'>; fourEyes: FourEyes }
      | { freshCode: 'never'; fourEyes: 'never'; refusals?: readonly Exclude<RefusalCode, 'already_moved'>[] }
      | { freshCode: 'never'; fourEyes: 'never'; movesUnguarded: string }
    ))

/**
 * What an admin must be permitted in order to make a call. If there are several, one suffices to reach the handler,
 * which requires the right one (`requirePermission`) depending on what the call changes.
 */
export type NeededPermission = Permission | readonly [Permission, Permission, ...Permission[]]

/**
 * `1` marks a background call: a poll, or an automatic refetch by a page. It is handled like any other call, but does
 * not keep the session alive (docs/rules.md#accounts-and-sessions). Every call of a signed-in person accepts it.
 */
export const BACKGROUND_HEADER = 'x-background'

/** A random id that the browser keeps and sends with every call: 16 to 64 letters, digits, hyphens or underscores. */
export const DEVICE_HEADER = 'x-device-id'

type Schema = z.ZodMiniType

/**
 * One call of the product: the server registers its route from it, the OpenAPI document and the web client's types are
 * generated from it, and the authorization test covers it.
 */
export type Endpoint = {
  /** The name of the exported constant and of its handler: `operationId` in the OpenAPI document. */
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path below /api, with parameters in braces: '/withdrawals/{id}/cancel'. */
  path: string
  who: Audience
  /** Required for admins' calls. */
  permission?: NeededPermission
  summary: string
  /**
   * The refusals of its rules. A handler that refuses anything else does not compile. Refusals that follow from the
   * call's shape (`server/src/platform/http/callRefusals.ts`) are not listed here.
   */
  refusals?: readonly RefusalCode[]
  /** Accepts Idempotency-Key: the same key and body within eight days return the first reply again. */
  idempotent?: boolean
  limit?: LimitName
  /**
   * For a read that an open app repeats: the same reply may be sent again until the caller's own data changes or, for
   * counts over everybody, until anything changes. The reply must depend only on the business day, on a moment that
   * the handler names (`endsAt`), and on tables whose changes the database notes; tests check the tables. Source: docs/polls.md.
   */
  keptUntil?: 'own change' | 'any change'
  /** Also answered while the caller must change a password that an admin set; every other call is refused then. */
  beforePasswordChange?: boolean
  /** Also answered while an admin must set up a second factor; every other call of theirs is refused then. */
  beforeSecondFactor?: boolean
  freshCode?: FreshCode
  fourEyes?: FourEyes
  /** Pays or begins a term by the date: refused while the date is in doubt. Source: docs/rules.md#a-date-in-doubt. */
  byDate?: true
  /** For an admin's call that moves money and never requires a fresh code: the reason. */
  movesUnguarded?: string
  /** The largest body, if it may exceed the usual 32 KB. */
  bodyBytes?: number
  params?: Schema
  query?: Schema
  /** A JSON body; 'image' is a multipart form with one file called image. */
  body?: Schema | 'image'
  /** The JSON reply; 'file' is a download, undefined is 204 without a body. */
  reply?: Schema | 'file'
  /** The status of success, if it is not 200 (or 204 without a reply). */
  status?: 200 | 201 | 204
}

/** The refusals of the ledger, which every call that moves money lists: its constraints, and a moment in a closed day. */
export const postingRefusals = [
  'insufficient_balance',
  'already_moved',
  'balance_limit',
  'date_doubted',
] as const satisfies readonly RefusalCode[]

/** Keeps every literal of the definition in its type: audience, body, refusals. */
export function endpoint<const E extends Endpoint & Guarded>(definition: E): E {
  return definition
}

export function takesFreshCode({ freshCode }: Endpoint): boolean {
  return freshCode === 'always' || freshCode === 'sometimes'
}

/** The permissions of which a caller must have one; empty if the call is not an admin's. */
export function permissionsOf({ permission }: Pick<Endpoint, 'permission'>): readonly Permission[] {
  if (permission === undefined) return []
  return typeof permission === 'string' ? [permission] : permission
}

type Output<E, Part extends string> = E extends { [P in Part]: infer S extends Schema } ? z.output<S> : undefined
export type Params<E> = Output<E, 'params'>
export type Query<E> = Output<E, 'query'>
export type Body<E> = Output<E, 'body'>
export type Reply<E> = Output<E, 'reply'>
