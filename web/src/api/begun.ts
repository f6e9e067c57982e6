/** Calls that public/early.js sent while the scripts were loading, by their address. */
type Begun = { token: string; replies: Record<string, Promise<Response> | undefined> }

/** The reply to a call that was sent early for this session; each can be taken once, so a repeated call goes to the server. */
export function takeBegun(address: string, token: string | undefined): Promise<Response> | undefined {
  const { begun } = globalThis as { begun?: Begun }
  if (begun === undefined || begun.token !== token) return undefined
  const reply = begun.replies[address]
  delete begun.replies[address]
  return reply
}
