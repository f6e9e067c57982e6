import { listAudit } from '@bittkosh/contract/audit'
import { listAdmins } from '@bittkosh/contract/team'
import { userStatistics } from '@bittkosh/contract/statistics'
import { type deleteUser, listUsers, type toggleUser, userDetails } from '@bittkosh/contract/users'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useDraftForm } from '../api/useDraftForm.ts'
import { DecideDialog } from '../requests/DecideDialog.tsx'
import { type GivenReason, noReason, ReasonFields, useMissingReason } from './ReasonFields.tsx'

type ShutOutFormProps = {
  /** The name under which the reason is kept until it is sent. */
  draft: string
  endpoint: typeof toggleUser | typeof deleteUser
  id: number
  title: string
  confirmLabel: string
  fallback: string
  /** What is sent with the reason. */
  also?: { is_active: false }
  onDone: () => void
  onClose: () => void
  children: ReactNode
}

/** Removes an account's access, with the reason that the audit log keeps. */
export function ShutOutForm({ draft, endpoint, id, title, confirmLabel, children, ...then }: ShutOutFormProps) {
  const { t } = useLingui()
  const missingOf = useMissingReason()
  const form = useDraftForm<GivenReason, typeof toggleUser | typeof deleteUser>({
    draft,
    endpoint,
    params: { id },
    initial: noReason,
    body: (given: GivenReason) => ({ ...given, ...then.also }),
    fallback: then.fallback,
    refreshes: [listUsers, userDetails, userStatistics, listAdmins, listAudit],
    onDone: () => {
      then.onDone()
      then.onClose()
    },
    onSent: then.onClose,
  })
  return (
    <DecideDialog
      title={title}
      confirmLabel={confirmLabel}
      danger
      decision={{
        ...form,
        close: then.onClose,
        props: {
          ...form.props,
          onSubmit: (event) => {
            event.preventDefault()
            const missing = missingOf(form.values)
            if (missing) form.refuse(missing, Object.values(missing)[0] ?? '')
            else void form.submit(event)
          },
        },
      }}
    >
      {children}
      <ReasonFields values={form.values} errors={form.errors} set={form.set} hint={t`It is kept in the audit log.`} />
    </DecideDialog>
  )
}
