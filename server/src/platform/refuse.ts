import { type PlainRefusalCode, type Refused, refusalSentence } from '@bittkosh/contract/refusals'

/** A rule's no on its way out of the transaction: everything done so far rolls back with it. */
export class Refusal extends Error {
  readonly refused: Refused
  constructor(refused: Refused) {
    super(refusalSentence(refused))
    this.refused = refused
  }
}

/** Ends the call with a rule's no; nothing the call wrote remains. */
export function refuse(refused: Refused | PlainRefusalCode): never {
  throw new Refusal(inFull(refused))
}

/** Takes a rule's decision: hands on its yes, throws its no. */
export function accept<Yes extends object>(decision: Yes | { refused: Refused }): Yes {
  return 'refused' in decision ? refuse(decision.refused) : decision
}

const keptBrand = Symbol('kept refusal')

/** A no whose traces must stay (a counted wrong code): returned by a handler, so that its transaction commits. */
export type KeptRefusal = { [keptBrand]: true; refused: Refused }

export function refuseAndKeep(refused: Refused | PlainRefusalCode): KeptRefusal {
  return { [keptBrand]: true, refused: inFull(refused) }
}

function inFull(refused: Refused | PlainRefusalCode): Refused {
  return typeof refused === 'string' ? ({ code: refused } as Refused) : refused // a plain code is all there is to say
}

export function isKeptRefusal(value: unknown): value is KeptRefusal {
  return typeof value === 'object' && value !== null && keptBrand in value
}

/**
 * Turns a broken constraint into its refusal, by the constraint's name: `{ email_taken: 'email' }` says that
 * the constraint email_taken is the refusal of that code, on the form field email. Other errors pass through.
 */
export async function refusing<T>(fields: Partial<Record<PlainRefusalCode, string>>, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const constraint = constraintOf(error)
    if (constraint && Object.hasOwn(fields, constraint)) {
      const code = constraint as PlainRefusalCode // one of those that the caller named
      const field = fields[code]
      refuse(field ? { ...inFull(code), field } : code)
    }
    throw error
  }
}

/** The name of the database constraint that an error reports, if it is one. */
export function constraintOf(error: unknown): string | undefined {
  return error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : undefined
}
