/** Calls by a client that needs one definite reply, whatever happens to the programs meanwhile. */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

// Replies are read as by a client without types.
// oxlint-disable-next-line typescript/no-explicit-any
export type Answer = { status: number; body: any; retryAfter: string | null }
export type Call = { as: string; method: 'GET' | 'POST' | 'PUT'; path: string; body?: object }
export type Seen = {
  /** Replies that took more than one request. */
  repeated: number
  /** Replies that no client may ever see. */
  wrong: string[]
  /** When each write was acknowledged, by `performance.now()`. */
  acknowledgedAtMs: number[]
  /** Until a reply or the end of the connection, for clients that did not disconnect themselves. */
  longestWaitMs: number
}
export type Caller = {
  /** Retries a call with one Idempotency-Key until the reply is definite: neither missing nor 503. */
  settle(call: Call): Promise<Answer>
  seen: Seen
}

const PATIENCE_MS = 30_000
const CUT_WITHIN_MS = 60

/** `cutOff`: the share of attempts that lose their connection, while they are processed or before the reply is read. */
export function makeCaller(
  addresses: readonly string[],
  { random, cutOff }: { random: () => number; cutOff: number },
): Caller {
  const seen: Seen = { repeated: 0, wrong: [], acknowledgedAtMs: [], longestWaitMs: 0 }
  return {
    seen,
    async settle({ as, method, path, body }) {
      const key = randomUUID()
      for (let attempt = 1; ; attempt++) {
        // A retry may reach another process than the first attempt.
        const address = addresses[Math.floor(random() * addresses.length)] ?? ''
        const patienceMs = random() < cutOff ? random() * CUT_WITHIN_MS : PATIENCE_MS
        const askedAtMs = performance.now()
        const answer = await ask(`${address}/api${path}`, { as, method, key, body, patienceMs })
        if (patienceMs === PATIENCE_MS) seen.longestWaitMs = Math.max(seen.longestWaitMs, performance.now() - askedAtMs)
        if (answer?.status === 503 && !answer.retryAfter)
          seen.wrong.push(`${method} ${path} answered 503 without Retry-After`)
        if (answer === null || answer.status === 503) {
          await wait(25)
          continue
        }
        if (answer.status >= 500) seen.wrong.push(`${method} ${path} answered ${answer.status}`)
        if (attempt > 1) seen.repeated++
        if (method !== 'GET' && answer.status < 300) seen.acknowledgedAtMs.push(performance.now())
        return answer
      }
    },
  }
}

async function ask(
  url: string,
  {
    as,
    method,
    key,
    body,
    patienceMs,
  }: Pick<Call, 'as' | 'method'> & { key: string; body: object | undefined; patienceMs: number },
): Promise<Answer | null> {
  try {
    const reply = await fetch(url, {
      method,
      headers: {
        ...(as ? { authorization: `Bearer ${as}` } : {}),
        ...(method === 'GET' ? {} : { 'idempotency-key': key }),
        ...(body && !(body instanceof FormData) ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: body instanceof FormData ? body : JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(patienceMs),
    })
    const text = await reply.text()
    const said: unknown = text === '' ? undefined : JSON.parse(text)
    return { status: reply.status, body: said, retryAfter: reply.headers.get('retry-after') }
  } catch {
    return null // connection refused, cut off, or half a reply: the retry will show the outcome
  }
}
