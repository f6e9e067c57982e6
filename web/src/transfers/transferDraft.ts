/**
 * What is typed into BittPay, stored on the device until the transfer is complete, so that Back from the code step finds it again.
 * The code itself is never stored.
 */
import { forgetDraft, keepDraft, readDraft } from '../api/draft.ts'
import { wireNumber } from '../kit/forms/amountText.ts'

export type Typed = { recipient: string; amount: string; note: string }

const TYPED = 'bittpay'
/** With the values that the last code was sent for, and its transfer: the form may contain something else by then. */
const SENT = 'bittpay sent'
const empty: Typed = { recipient: '', amount: '', note: '' }
const nothingSent = { ...empty, transfer_id: '' }

/** As the call takes it. */
export function bodyOf({ recipient, amount, note }: Typed) {
  return { recipient, amount: wireNumber(amount), ...(note.trim() && { note }) }
}

export function readTyped(): Typed {
  return { ...empty, ...readDraft(TYPED, empty).values }
}

export function keepTyped(typed: Typed): void {
  keepDraft(TYPED, { pristine: empty, values: typed })
}

/** The values that this transfer was started with; null if it was started on another device. */
export function readSent(transferId: number): Typed | null {
  const { transfer_id: id, ...typed } = { ...nothingSent, ...readDraft(SENT, nothingSent).values }
  return id === String(transferId) ? typed : null
}

/** The transfer that this device started last, until it has seen its end. */
export function begunTransfer(): number | null {
  return Number(readDraft(SENT, nothingSent).values.transfer_id) || null
}

export function keepSent(typed: Typed, transferId: number): void {
  keepDraft(SENT, { pristine: nothingSent, values: { ...typed, transfer_id: String(transferId) } })
}

/** The transfer is complete. */
export function forgetTransfer(): void {
  forgetDraft(TYPED)
  forgetDraft(SENT)
}
