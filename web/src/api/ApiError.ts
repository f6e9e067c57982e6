/**
 * A reply that is not OK, or no reply at all. `message` is the reply's message if it is text, otherwise the status text;
 * `hasServerMessage` says which.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  /** 0 if no reply came: the connection failed. */
  readonly status: number
  /** The refusal's code; 'unreachable' if no reply came. */
  readonly code: string
  /** Sentences by field of the request: {'withdrawal_details.upi_id': '…'}. */
  readonly errors: Readonly<Record<string, string>>
  readonly hasServerMessage: boolean
  /** The whole reply, for refusals that carry more, such as the new USDT rate. */
  readonly answer: unknown

  constructor(status: number, statusText: string, answer: unknown) {
    const body = typeof answer === 'object' && answer !== null ? answer : {}
    const message = 'message' in body && typeof body.message === 'string' ? body.message : null
    super(message ?? statusText)
    this.status = status
    this.code = 'code' in body && typeof body.code === 'string' ? body.code : ''
    this.errors = 'errors' in body ? textsOf(body.errors) : {}
    this.hasServerMessage = message !== null
    this.answer = answer
  }

  static unreachable(cause: unknown): ApiError {
    const error = new ApiError(0, 'No connection', { code: 'unreachable' })
    error.cause = cause
    return error
  }
}

function textsOf(errors: unknown): Record<string, string> {
  if (typeof errors !== 'object' || errors === null) return {}
  const texts = Object.entries(errors).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(texts)
}
