import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { Button, ButtonLink } from '../actions/Button.tsx'
import { Modal } from './Modal.tsx'
import { dismissSent, useSent } from './sentForApproval.ts'

/** Rendered once, in the admin's frame; opens when a call became a proposal instead of being done. */
export function SentForApprovalDialog() {
  const { t } = useLingui()
  const isSent = useSent()
  useEffect(() => dismissSent, []) // the frame goes with its admin: the next one has sent nothing
  if (!isSent) return null
  return (
    <Modal
      open
      onClose={dismissSent}
      title={t`Sent for approval`}
      footer={
        <>
          <ButtonLink variant="secondary" to="/admin/proposals" onClick={dismissSent}>
            {t`Show the proposal`}
          </ButtonLink>
          <Button data-first-focus onClick={dismissSent}>{t`Done`}</Button>
        </>
      }
    >
      <p>
        <Trans>
          Nothing has happened yet: it takes effect once another admin approves it. You'll get an e-mail then.
        </Trans>
      </p>
    </Modal>
  )
}
