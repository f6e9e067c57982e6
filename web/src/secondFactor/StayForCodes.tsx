import { useLingui } from '@lingui/react/macro'
import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { session } from '../api/session.ts'
import { ConfirmDialog } from '../kit/overlays/ConfirmDialog.tsx'

const mayAsk = () => session.get() !== null // a session that ends closes its page

/** Asks before the page is left while recovery codes are generated or shown: they are shown on no other page and never again. */
export function StayForCodes({ when }: { when: boolean }) {
  const { t } = useLingui()
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: mayAsk,
    enableBeforeUnload: when,
    disabled: !when,
    withResolver: true,
  })
  useEffect(() => reset, [reset]) // if new codes replace the component that asked, the navigation is cancelled
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
