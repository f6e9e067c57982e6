import { useState } from 'react'
import { useTrail } from './useTrail.ts'
import { useVersion } from './useVersion.ts'

/**
 * What an admin's edit of a record in a list adds to its form: `draft`, `body` and `onRefused` for `useDraftForm`, `edit` for the
 * kit's `<EditDialog>`, with the audit trail of the record. A record that is being added (null) has only a draft. What was typed
 * for one version of a record is not shown with another.
 */
export function useEdit<R extends { id: number; updated_at: Date | null }>(
  subject: string,
  { record, readList }: { record: R | null; readList: () => Promise<readonly R[]> },
) {
  const version = useVersion(record, async () => (await readList()).find(({ id }) => id === record?.id))
  const [openedWith] = useState(() => record?.updated_at?.toISOString() ?? 'the first')
  const trail = useTrail(subject, record?.id, { isOpen: version.isStale })
  return {
    draft: record ? `${subject} ${record.id} of ${openedWith}` : `new ${subject}`,
    body: version.body,
    onRefused: version.onRefused,
    edit: record && { isStale: version.isStale, isGone: version.isGone, trail },
  }
}
