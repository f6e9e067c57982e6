import { createMethod, type DepositMethod, exportMethods } from '@bittkosh/contract/methods'
import { useLingui } from '@lingui/react/macro'
import { useRouterState } from '@tanstack/react-router'
import { Landmark, Plus } from 'lucide-react'
import { useEffect } from 'react'
import { failureMessage } from '../api/failure.ts'
import { useMay } from '../api/may.ts'
import { useExport } from '../api/useExport.ts'
import { Button } from '../kit/actions/Button.tsx'
import { focusPart } from '../kit/device/focusPart.ts'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { ExportButtons } from '../kit/actions/ExportButtons.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { Page } from '../kit/page/Page.tsx'
import { useEdited } from '../kit/overlays/useEdited.ts'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import { ProposedInList } from '../requests/Proposed.tsx'
import { useMethods } from './api.ts'
import { MethodCard } from './MethodCard.tsx'
import { MethodForm } from './MethodForm.tsx'
import styles from './Methods.module.css'

export default function AdminMethodsPage() {
  const { t } = useLingui()
  const may = useMay()
  const methods = useMethods()
  const files = useExport({ endpoint: exportMethods, name: 'methods', fallback: t`Failed to load deposit methods` })
  const part = useRouterState({ select: ({ location }) => location.hash })
  const isThere = methods.data !== undefined
  const [edited, setEdited] = useEdited<DepositMethod>(may(createMethod))
  useEffect(() => void (isThere && focusPart(part)), [isThere, part]) // an alert links to one method
  const add = may(createMethod) && (
    <Button size="dense" icon={<Plus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {t`Add method`}
    </Button>
  )
  return (
    <Page
      title={t`Deposit Methods`}
      lead={t`Where users send their money. Requests already made keep the payee they were shown.`}
      width="admin"
      action={
        <>
          <ExportButtons {...files} />
          {add}
        </>
      }
    >
      <ProposedInList subject="deposit method" id={null} />
      {methods.isPending ? (
        <SkeletonRows rows={3} height={120} />
      ) : !methods.data ? (
        <FailedState message={failureMessage(methods.error, t`Failed to load deposit methods`)} retry={methods} />
      ) : methods.data.length === 0 ? (
        <EmptyState icon={<Landmark size={24} aria-hidden />} title={t`No deposit methods yet`} action={add}>
          {t`Without one, nobody can add money.`}
        </EmptyState>
      ) : (
        <ul className={styles.cards}>
          {methods.data.map((method) => (
            <li key={method.id} id={`method-${method.id}`}>
              <MethodCard method={method} onEdit={() => setEdited(method)} />
            </li>
          ))}
        </ul>
      )}
      {edited && <MethodForm method={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </Page>
  )
}
