/** What every kind of request shows alike. */
import type { Language } from '@bittkosh/contract/language'
import type { Reason } from '@bittkosh/contract/reasons'
import { reasonText } from '@bittkosh/contract/words/reasons'
import type { OwnerRow } from './ownerFacts.ts'

/** The owner as an admin sees them. */
export function requesterOf<Row extends OwnerRow>(row: Row): Pick<Row, keyof OwnerRow> {
  const { name, email, phone, registered_at, is_active, is_frozen } = row
  return { name, email, phone, registered_at, is_active, is_frozen }
}

/** The admin's note, or the usual reason of a rejection in the reader's language. */
export function noteOf(
  row: { rejection_preset: Reason | null; admin_note: string | null },
  language: Language,
): string | null {
  return reasonText(language, { preset: row.rejection_preset, note: row.admin_note })
}
