/** Calls as a client makes them that wants one definite answer, whatever happens to the programs meanwhile. */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

// Answers are read as a client without types does.
// oxlint-disable-next-line typescript/no-explicit-any
export type Answer = { status: number; body: any; retryAfter: string | null }
export type Call = { as: string; method: 'GET' | 'POST' | 'PUT'; path: string; body?: object }
export type Seen = {
  /** Answers that were asked for more than once. */
  repeated: number
  /** Answers that no client may ever see. */
  wrong: string[]
  /** By `performance.now()`: when each write was acknowledged. */
  acknowledgedAtMs: number[]
  /** For an answer or the end of its connection, of those who did not hang up themselves. */
  longestWaitMs: number
}
export type Caller = {
  /** Repeats a call under one Idempotency-Key until there is an answer that is definite: neither none nor 503. */
  settle(call: Call): Promise<Answer>
  seen: Seen
}

const PATIENCE_MS = 30_000
const CUT_WITHIN_MS = 60

/** `cutOff`: the share of attempts that lose their connection, while they are worked on or before the answer is read. */
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
        // A repeat may come to another process than the first attempt.
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
    return null // nobody there, cut off, or half an answer: what became of it the repeat will tell
  }
}
