import { useLingui } from '@lingui/react/macro'
import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { session } from '../api/session.ts'
import { ConfirmDialog } from '../kit/overlays/ConfirmDialog.tsx'

const mayAsk = () => session.get() !== null // a session that ends takes its page along

/** Asks before the page is left while recovery codes are made or shown: no other page and no later visit shows them. */
export function StayForCodes({ when }: { when: boolean }) {
  const { t } = useLingui()
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: mayAsk,
    enableBeforeUnload: when,
    disabled: !when,
    withResolver: true,
  })
  useEffect(() => reset, [reset]) // codes that come in place of what asked are stayed for
  return (
    <ConfirmDialog
      open={status === 'blocked'}
      onClose={() => reset?.()}
      title={t`Leave without the recovery codes?`}
      confirmLabel={t`Leave`}
      danger
      onConfirm={() => proceed?.()}
    >
      {t`They are shown only once, and older codes no longer work. If you leave without them, you will have to create new ones.`}
    </ConfirmDialog>
  )
}
