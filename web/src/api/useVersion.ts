import { listAudit } from '@bittkosh/contract/audit'
import { useState } from 'react'
import type { ApiError } from './ApiError.ts'
import { isUnknown } from './failure.ts'
import { refresh } from './refresh.ts'

type Versioned = { updated_at: Date | null }

/**
 * The version that an edit was opened with, for its form: `body` goes into the request, `onRefused` to the form. If someone has
 * changed the record since, `isStale` turns true and the next attempt uses the version that `readAgain` returns: the typed values
 * stay, and a person who saves again has seen who changed it and what. If someone has deleted it, `isGone` turns true.
 */
export function useVersion<R extends Versioned>(record: R | null, readAgain: () => Promise<R | undefined>) {
  const [openedWith, setOpenedWith] = useState(record?.updated_at ?? null)
  const [isStale, setStale] = useState(false)
  const [isGone, setGone] = useState(false)

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
    isGone,
    body: record ? { previous_updated_at: openedWith?.toISOString() ?? null } : {},
    onRefused: (error: ApiError) => {
      if (error.code === 'changed_meanwhile') void lookAgain()
      setGone(isUnknown(error))
    },
    /** The current record, if the form has read it again by itself. */
    meet,
    /** The form starts over with this version. */
    restart: ({ updated_at: updatedAt }: R) => {
      setOpenedWith(updatedAt)
      setStale(false)
    },
  }
}
