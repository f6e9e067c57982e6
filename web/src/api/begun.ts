/** Calls that public/early.js has begun while the scripts were on their way, by their address. */
type Begun = { token: string; replies: Record<string, Promise<Response> | undefined> }

/** The reply to a call that was begun for this session; each is taken once, so that whoever asks again asks the server. */
export function takeBegun(address: string, token: string | undefined): Promise<Response> | undefined {
  const { begun } = globalThis as { begun?: Begun }
  if (begun === undefined || begun.token !== token) return undefined
  const reply = begun.replies[address]
  delete begun.replies[address]
  return reply
}
