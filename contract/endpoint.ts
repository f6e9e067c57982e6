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
  | 'contact'
  | 'statement'
  | 'none'

/**
 * Whether an admin who has a second factor must send a fresh code of it in the header `x-second-factor`: always,
 * which is checked before the handler runs; sometimes, where what the call has done decides (contract/guards.ts); or
 * never. Source: docs/security.md#second-factor.
 */
export type FreshCode = 'always' | 'sometimes' | 'never'

/**
 * Whether a call can do what needs a second admin (contract/guards.ts): sometimes, then it is undone, kept as a proposal
 * and answered with 202; or never, which is checked whenever it has run. Source: docs/rules.md#four-eyes.
 */
export type FourEyes = 'sometimes' | 'never'

/**
 * An admin's call names its permission, one that returns a file says whether a fresh code is required, and one that writes
 * how it is guarded; else it does not compile. One that moves money (it lists what the ledger may refuse) may require a fresh
 * code, or says why it never does.
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
 * What an admin must be permitted to make a call. Of several, one suffices to reach the handler, which requires the right
 * one (`requirePermission`) by what the call changes.
 */
export type NeededPermission = Permission | readonly [Permission, Permission, ...Permission[]]

/**
 * `1` marks a background call: a poll, or what a page fetches again by itself. It is handled like any other,
 * but does not keep the session alive (docs/rules.md#accounts-and-sessions). Every call of a signed-in person takes it.
 */
export const BACKGROUND_HEADER = 'x-background'

/** The random id that a browser keeps for itself, sent with every call: 16 to 64 letters, digits, hyphens or underscores. */
export const DEVICE_HEADER = 'x-device-id'

type Schema = z.ZodMiniType

/**
 * One call of the product: the server registers its route from it, the OpenAPI document and the web
 * client's types come from it, and the authorization test walks it.
 */
export type Endpoint = {
  /** The exported constant's own name, which its handler has too: `operationId` in the OpenAPI document. */
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below /api, with parameters in braces: '/withdrawals/{id}/cancel'. */
  path: string
  who: Audience
  /** Of admins' calls, all of which name one. */
  permission?: NeededPermission
  summary: string
  /**
   * What its rules may refuse. A handler that refuses anything else does not compile; what follows from the call's
   * shape (`server/src/platform/http/callRefusals.ts`) is not listed here.
   */
  refusals?: readonly RefusalCode[]
  /** Accepts Idempotency-Key: the same key and body within eight days return the first reply again. */
  idempotent?: boolean
  limit?: LimitName
  /**
   * Of a read that an open app repeats: its reply may be sent again as it was until something of the caller's own changes, or
   * anything at all, for counts of what everybody does. It must follow from the tables whose changes the database notes and
   * from the business day alone, and the tests look into them. Source: docs/polls.md.
   */
  keptUntil?: 'own change' | 'any change'
  /** Answered also while the caller must change a password that an admin set; every other call is refused then. */
  beforePasswordChange?: boolean
  /** Answered also while an admin must set up a second factor; every other call of theirs is refused then. */
  beforeSecondFactor?: boolean
  freshCode?: FreshCode
  fourEyes?: FourEyes
  /** Pays or begins a term by the date: refused while that is doubted. Source: docs/rules.md#a-date-in-doubt. */
  byDate?: true
  /** Of an admin's call that moves money and never requires a fresh code: why. */
  movesUnguarded?: string
  /** The largest body, where it is above the usual 32 KB. */
  bodyBytes?: number
  params?: Schema
  query?: Schema
  /** A JSON body; 'image' is a multipart form with one file called image. */
  body?: Schema | 'image'
  /** The JSON reply; 'file' is a download, undefined is 204 without a body. */
  reply?: Schema | 'file'
  /** Status of success where it is not 200 (or 204 without a reply). */
  status?: 200 | 201 | 204
}

/** What the ledger may refuse: every call that moves money lists these. They are constraints there, by these names. */
export const postingRefusals = [
  'insufficient_balance',
  'already_moved',
  'balance_limit',
] as const satisfies readonly RefusalCode[]

/** Keeps every literal of the definition in its type: who calls, which body, which refusals. */
export function endpoint<const E extends Endpoint & Guarded>(definition: E): E {
  return definition
}

export function takesFreshCode({ freshCode }: Endpoint): boolean {
  return freshCode === 'always' || freshCode === 'sometimes'
}

/** The permissions of which a caller must have one; of a call that is no admin's, none. */
export function permissionsOf({ permission }: Pick<Endpoint, 'permission'>): readonly Permission[] {
  if (permission === undefined) return []
  return typeof permission === 'string' ? [permission] : permission
}

type Output<E, Part extends string> = E extends { [P in Part]: infer S extends Schema } ? z.output<S> : undefined
export type Params<E> = Output<E, 'params'>
export type Query<E> = Output<E, 'query'>
export type Body<E> = Output<E, 'body'>
export type Reply<E> = Output<E, 'reply'>
