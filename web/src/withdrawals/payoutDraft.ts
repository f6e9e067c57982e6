/**
 * The reference of a payment that was made and not yet recorded: stored in this tab by admin and withdrawal until it is sent, so
 * that neither a closed dialog nor the end of the session loses it.
 */
type PayoutDraft = { transaction_id: string; admin_note: string }
type Of = { admin: number; withdrawal: number }

const keyOf = ({ admin, withdrawal }: Of) => `payout ${admin} ${withdrawal}`

export function readPayoutDraft(of: Of): PayoutDraft {
  const empty = { transaction_id: '', admin_note: '' }
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(of)) ?? '{}')
    return { ...empty, ...(kept as Partial<PayoutDraft>) } // written below and nowhere else
  } catch {
    return empty
  }
}

/** Stores what is typed; an empty text, or null once it was sent, deletes it. */
export function keepPayoutDraft(of: Of, draft: PayoutDraft | null): void {
  try {
    if (draft === null || (draft.transaction_id === '' && draft.admin_note === '')) sessionStorage.removeItem(keyOf(of))
    else sessionStorage.setItem(keyOf(of), JSON.stringify(draft))
  } catch {
    // Storage is blocked: what is typed lasts as long as the dialog.
  }
}
