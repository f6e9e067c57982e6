import {
  type PlainRefusalCode,
  type RefusalCode,
  type Refused,
  refusalSentence,
  wireParams,
} from '@bittkosh/contract/refusals'
import type { AnyCallsCode } from './callRefusals.ts'

/** A rule's refusal on its way out of the transaction, which rolls back everything done so far. */
export class Refusal extends Error {
  readonly refused: Refused
  constructor(refused: Refused) {
    super(refusalSentence(refused))
    this.refused = refused
  }
}

/** A refusal as the outcome of one part of a call, whose other parts took effect. */
export function refusedOutcome({ refused, message }: Refusal) {
  return { outcome: 'refused' as const, code: refused.code, message, params: wireParams(refused) ?? null }
}

declare const mayRefuse: unique symbol
/**
 * Permission to refuse with these codes: a call, its transaction and its database carry those of their endpoint. A
 * function that refuses declares it in the type of the transaction it takes, `Tx<'own_request'>`, and only calls whose
 * endpoint lists that code can pass one. Types only: nothing of it exists at run time.
 */
export type MayRefuse<Code extends RefusalCode> = { readonly [mayRefuse]: (code: Code) => void }

/** A refusal with one of these codes: the code alone if there is nothing to add. */
type No<Code extends RefusalCode> = (Code & PlainRefusalCode) | ({ code: Code } & Refused<NoInfer<Code>>)

/** Ends the call with a refusal; nothing the call wrote remains. The refusals that any call may give need no permission. */
export function refuse(refused: AnyCallsCode | Refused<AnyCallsCode>): never
export function refuse<Code extends RefusalCode>(by: MayRefuse<Code>, refused: No<Code>): never
export function refuse(by: unknown, refused = by as Refused | PlainRefusalCode): never {
  throw new Refusal(inFull(refused))
}

/** Ends the call, because there were too many like it; the next one may come after this many seconds. */
export function refuseTooMany(seconds: number): never {
  refuse({ code: 'too_many_requests', params: { seconds }, retryAfterSeconds: seconds })
}

/** The codes of a rule's refusal. */
export type CodeIn<Decision> = Decision extends { refused: { code: infer Code extends RefusalCode } } ? Code : never

/** Takes a rule's decision: returns what it permits, throws its refusal. */
export function accept<Decision extends object>(
  _by: MayRefuse<CodeIn<Decision>>,
  decision: Decision,
): Exclude<Decision, { refused: Refused }> {
  if ('refused' in decision) throw new Refusal(decision.refused as Refused)
  return decision as Exclude<Decision, { refused: Refused }> // a refusal was thrown above
}

const keptBrand = Symbol('kept refusal')

/** A refusal whose traces must stay (a counted wrong code): returned by a handler, so that its transaction commits. */
export type KeptRefusal = { [keptBrand]: true; refused: Refused }

export function refuseAndKeep<Code extends RefusalCode>(_by: MayRefuse<Code>, refused: Refused<Code>): KeptRefusal {
  return { [keptBrand]: true, refused }
}

function inFull(refused: Refused | PlainRefusalCode): Refused {
  return typeof refused === 'string' ? ({ code: refused } as Refused) : refused // a plain code is complete
}

export function isKeptRefusal(value: unknown): value is KeptRefusal {
  return typeof value === 'object' && value !== null && keptBrand in value
}

/**
 * Turns a violated constraint into its refusal, by the constraint's name: `{ email_taken: 'email' }` means that the
 * constraint email_taken is the refusal of that code, on the form field email. Other errors pass through.
 */
export async function refusing<T, Fields extends Partial<Record<PlainRefusalCode, string>>>(
  _by: MayRefuse<keyof Fields & PlainRefusalCode>,
  fields: Fields,
  work: Promise<T>,
): Promise<T> {
  try {
    return await work
  } catch (error) {
    const constraint = constraintOf(error)
    if (constraint && Object.hasOwn(fields, constraint)) {
      const code = constraint as PlainRefusalCode // one of the codes that the caller named
      const field = fields[code]
      throw new Refusal(field ? { ...inFull(code), field } : inFull(code))
    }
    throw error
  }
}

/** Assigns the refusal of one part of the input to that part's form field. */
export async function refusedAt<T>(field: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal) throw new Refusal({ ...error.refused, field })
    throw error
  }
}

/** The name of the violated database constraint, if that is what the error reports. */
export function constraintOf(error: unknown): string | undefined {
  return error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : undefined
}
