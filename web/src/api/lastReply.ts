let at: Date | null = null

/** Called after each answer from the server. */
export function noteReply() {
  at = new Date()
}

/** When the server last answered: the age of what the page shows while offline. Null: nothing here is from it. */
export function lastReplyAt(): Date | null {
  return at
}
