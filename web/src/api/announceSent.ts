import { listProposals } from '@bittkosh/contract/proposals'
import { announceSent } from '../kit/overlays/sentForApproval.ts'
import { refresh } from './refresh.ts'

/** Reports that a call was sent for approval, and shows its proposal on the record. */
export function announce(): void {
  announceSent()
  void refresh(listProposals)
}
