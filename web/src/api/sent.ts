/** Thrown instead of a reply: the call was not done but sent to another admin for approval (contract `fourEyes`). */
export class SentForApproval extends Error {}

/**
 * Whether a call that threw was sent for approval, which is said then; its form closes as after success. What says it is fetched
 * only here, as pages of visitors have it in their first load.
 */
export async function wasSent(error: unknown): Promise<boolean> {
  if (!(error instanceof SentForApproval)) return false
  ;(await import('./announceSent.ts')).announce()
  return true
}
