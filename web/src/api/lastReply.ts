let at = new Date()

/** Called after each answer from the server. */
export function noteReply() {
  at = new Date()
}

/** When the server last answered: the age of what the page shows while offline. */
export function lastReplyAt(): Date {
  return at
}
