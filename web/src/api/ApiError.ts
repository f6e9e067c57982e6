import type { Said } from './words.ts'

/**
 * An answer that is not OK, or none at all. `message` is the answer's message where it is text, otherwise the
 * status text (spec §7); `hasServerMessage` tells which.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  /** 0 where no answer came: the connection failed. */
  readonly status: number
  /** The refusal's code; 'unreachable' where no answer came. */
  readonly code: string
  /** Sentences by field of the request: {'withdrawal_details.upi_id': '…'}. */
  readonly errors: Readonly<Record<string, string>>
  /** The figures of the refusal's sentence, as the wire carries them. */
  readonly params: unknown
  /** By field, what its sentence says as code and figures. */
  readonly complaints: Readonly<Record<string, Said>>
  readonly hasServerMessage: boolean
  /** The whole answer, for refusals that carry more, such as the new USDT rate. */
  readonly answer: unknown

  constructor(status: number, statusText: string, answer: unknown) {
    const body = typeof answer === 'object' && answer !== null ? answer : {}
    const message = 'message' in body && typeof body.message === 'string' ? body.message : null
    super(message ?? statusText)
    this.status = status
    this.code = 'code' in body && typeof body.code === 'string' ? body.code : ''
    this.params = 'params' in body ? body.params : undefined
    this.errors = 'errors' in body ? entriesOf(body.errors, isText) : {}
    this.complaints = 'complaints' in body ? entriesOf(body.complaints, isSaid) : {}
    this.hasServerMessage = message !== null
    this.answer = answer
  }

  static unreachable(cause: unknown): ApiError {
    const error = new ApiError(0, 'No connection', { code: 'unreachable' })
    error.cause = cause
    return error
  }
}

function entriesOf<T>(record: unknown, isOne: (value: unknown) => value is T): Record<string, T> {
  if (typeof record !== 'object' || record === null) return {}
  return Object.fromEntries(Object.entries(record).filter((entry): entry is [string, T] => isOne(entry[1])))
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isSaid(value: unknown): value is Said {
  return typeof value === 'object' && value !== null && 'code' in value && isText(value.code)
}
