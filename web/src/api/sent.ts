import { announceSent } from '../kit/overlays/sentForApproval.ts'
import { refresh } from './refresh.ts'

/** Thrown instead of a reply: the call was not done but sent to another admin for approval (contract `fourEyes`). */
export class SentForApproval extends Error {
  override name = 'SentForApproval'
}

/**
 * What became of a call that threw: says so where it was sent for approval, and returns true. Whoever made it closes its form
 * then, as after success, and says nothing more.
 */
export async function wasSent(error: unknown): Promise<boolean> {
  if (!(error instanceof SentForApproval)) return false
  announceSent()
  const { listProposals } = await import('@bittkosh/contract/proposals')
  void refresh(listProposals)
  return true
}
