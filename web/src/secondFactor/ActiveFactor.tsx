import { getSecondFactor, removeSecondFactor, renewRecoveryCodes } from '@bittkosh/contract/secondFactor'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useAction } from '../api/useAction.ts'
import { useConfirm } from '../api/useConfirm.ts'
import { Button } from '../kit/actions/Button.tsx'
import { ConfirmDialog } from '../kit/overlays/ConfirmDialog.tsx'
import { KeyValues } from '../kit/lists/KeyValues.tsx'
import { When } from '../kit/page/When.tsx'
import styles from './SecondFactor.module.css'
import { StayForCodes } from './StayForCodes.tsx'

type ActiveFactorProps = { since: Date; codesLeft: number; onNewCodes: (codes: string[]) => void }

export function ActiveFactor({ since, codesLeft, onNewCodes }: ActiveFactorProps) {
  const { t } = useLingui()
  const [removing, setRemoving] = useState(false)
  const renew = useAction({
    endpoint: renewRecoveryCodes,
    fallback: t`The recovery codes could not be renewed`,
    refreshes: [getSecondFactor],
    onDone: (reply) => onNewCodes(reply.recovery_codes),
  })
  return (
    <div className={styles.form}>
      <KeyValues
        items={[
          { label: t`On since`, value: <When at={since} /> },
          { label: t`Recovery codes left`, value: codesLeft },
        ]}
      />
      <div className={styles.buttons}>
        <Button
          variant="secondary"
          running={renew.running}
          onClick={() => void renew.run({})}
        >{t`New recovery codes`}</Button>
        <Button variant="danger" onClick={() => setRemoving(true)}>{t`Remove second factor`}</Button>
      </div>
      <StayForCodes when={renew.running} />
      {removing && <RemoveFactor onClose={() => setRemoving(false)} />}
    </div>
  )
}

function RemoveFactor({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const dialog = useConfirm({
    endpoint: removeSecondFactor,
    fallback: t`The second factor could not be removed`,
    success: t`Your second factor was removed`,
    refreshes: [getSecondFactor],
    input: {},
    onClose,
  })
  return (
    <ConfirmDialog {...dialog} title={t`Remove second factor`} confirmLabel={t`Remove`} danger>
      {t`After this, your password alone is enough to sign in and to change where payments go.`}
    </ConfirmDialog>
  )
}
