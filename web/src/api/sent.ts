/** Thrown instead of a reply: the call was not executed but sent to another admin for approval (contract `fourEyes`). */
export class SentForApproval extends Error {}

/**
 * Whether a thrown error means that the call was sent for approval; if so, this announces it, and the form closes as after success.
 * The code of the announcement is fetched only here, because visitors' pages have this file in their first load.
 */
export async function wasSent(error: unknown): Promise<boolean> {
  if (!(error instanceof SentForApproval)) return false
  ;(await import('./announceSent.ts')).announce()
  return true
}
