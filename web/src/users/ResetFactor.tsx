import { resetSecondFactor } from '@bittkosh/contract/secondFactor'
import { listAdmins } from '@bittkosh/contract/team'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useConfirm } from '../api/useConfirm.ts'
import { Button } from '../kit/actions/Button.tsx'
import { ConfirmDialog } from '../kit/overlays/ConfirmDialog.tsx'

/** For another admin who has lost the authenticator app and the recovery codes. */
export function ResetFactor({ admin, name }: { admin: number; name: string }) {
  const { t } = useLingui()
  const [asking, setAsking] = useState(false)
  return (
    <div>
      <Button variant="quiet" onClick={() => setAsking(true)}>{t`Reset second factor`}</Button>
      {asking && <Question admin={admin} name={name} onClose={() => setAsking(false)} />}
    </div>
  )
}

function Question({ admin, name, onClose }: { admin: number; name: string; onClose: () => void }) {
  const { t } = useLingui()
  const dialog = useConfirm({
    endpoint: resetSecondFactor,
    fallback: t`The second factor could not be reset`,
    success: t`The second factor was reset`,
    input: { params: { id: admin } },
    refreshes: [listAdmins],
    onClose,
  })
  return (
    <ConfirmDialog {...dialog} title={t`Reset second factor`} confirmLabel={t`Reset`} danger>
      {t`${name} is signed out everywhere and can then sign in with just the password. Make sure that it really is ${name} who is asking.`}
    </ConfirmDialog>
  )
}
