import { useTrail } from './useTrail.ts'
import { useVersion } from './useVersion.ts'

/**
 * What an admin's edit of a record in a list adds to its form: `body` and `onRefused` for `useForm`, `edit` for the kit's
 * `<EditDialog>`, with the audit trail of the record. A record that is being added (null) has none of that.
 */
export function useEdit<R extends { id: number; updated_at: Date | null }>(
  subject: string,
  { record, readList }: { record: R | null; readList: () => Promise<readonly R[]> },
) {
  const version = useVersion(record, async () => (await readList()).find(({ id }) => id === record?.id))
  const trail = useTrail(subject, record?.id, { isOpen: version.isStale })
  return {
    body: version.body,
    onRefused: version.onRefused,
    edit: record && { isStale: version.isStale, trail },
  }
}
