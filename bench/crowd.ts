/**
 * A process that simulates a crowd of strangers (bench/slow-lines.ts): a thousand sign-ins at once with wrong passwords, the next
 * thousand once all of the last have their reply, until it is told to stop. A process of its own, so that its own work is not
 * taken for the wait of other callers.
 */
export const CROWD = 1_000
export type CrowdCounts = { checked: number; busy: number }

const counts: CrowdCounts = { checked: 0, busy: 0 }
const stop = new AbortController()
process.on('message', (order: { base: string } | 'stop') => {
  if (order === 'stop') stop.abort()
  else void signInTogether(order.base)
})

async function signInTogether(base: string): Promise<void> {
  while (!stop.signal.aborted) await Promise.all(Array.from({ length: CROWD }, (_, n) => signIn(base, n)))
  process.send?.(counts)
  process.disconnect()
}

async function signIn(base: string, n: number): Promise<void> {
  const reply = await fetch(`${base}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: `crowd-${n}@bench.test`, password: 'guess' }),
  })
  await reply.arrayBuffer()
  if (reply.status === 401) counts.checked++
  else if (reply.status === 503) counts.busy++
  else throw new Error(`POST /login answered ${reply.status}`)
}
