import { listAudit } from '@bittkosh/contract/audit'
import { useState } from 'react'
import type { ApiError } from './ApiError.ts'
import { refresh } from './refresh.ts'

type Versioned = { updated_at: Date | null }

/**
 * The version that an edit was opened with, for `useForm`: `body` goes into the request, `onRefused` to the form. Where
 * someone has changed the record since, `isStale` turns true and the next attempt is made against what `readAgain` finds:
 * what was typed stays, and who saves once more has read who changed it and what.
 */
export function useVersion<R extends Versioned>(record: R | null, readAgain: () => Promise<R | undefined>) {
  const [openedWith, setOpenedWith] = useState(record?.updated_at ?? null)
  const [isStale, setStale] = useState(false)

  function meet({ updated_at: updatedAt }: R) {
    if (updatedAt?.getTime() === openedWith?.getTime()) return
    void refresh(listAudit)
    setOpenedWith(updatedAt)
    setStale(true)
  }

  async function lookAgain() {
    const fresh = await readAgain()
    if (fresh) meet(fresh)
  }

  return {
    isStale,
    body: record ? { previous_updated_at: openedWith?.toISOString() ?? null } : {},
    onRefused: ({ code }: ApiError) => {
      if (code === 'changed_meanwhile') void lookAgain()
    },
    /** The record as it is now, where the form has read it again by itself. */
    meet,
    /** The form begins anew with this version. */
    restart: ({ updated_at: updatedAt }: R) => {
      setOpenedWith(updatedAt)
      setStale(false)
    },
  }
}
