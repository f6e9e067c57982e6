import { type AdminPackage, createPackage, exportPackages, listAllPackages } from '@bittkosh/contract/packages'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Gift, Plus } from 'lucide-react'
import { failureMessage } from '../api/failure.ts'
import { useMay } from '../api/may.ts'
import { reading } from '../api/queries.ts'
import { useExport } from '../api/useExport.ts'
import { Button } from '../kit/actions/Button.tsx'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { ExportButtons } from '../kit/actions/ExportButtons.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { Page } from '../kit/page/Page.tsx'
import { useEdited } from '../kit/overlays/useEdited.ts'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import { ProposedInList } from '../requests/Proposed.tsx'
import { AdminPackageCard } from './AdminPackageCard.tsx'
import styles from './AdminPackages.module.css'
import { PackageForm } from './PackageForm.tsx'

export default function AdminPackagesPage() {
  const { t } = useLingui()
  const may = useMay()
  const packages = useQuery(reading(listAllPackages))
  const files = useExport({ endpoint: exportPackages, name: 'packages', fallback: t`Failed to load balance packages` })
  const [edited, setEdited] = useEdited<AdminPackage>(may(createPackage))
  const add = may(createPackage) && (
    <Button size="dense" icon={<Plus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {t`Add package`}
    </Button>
  )
  return (
    <Page
      title={t`Balance Packages`}
      lead={t`What users see in Coin Bazaar. Existing requests keep their terms.`}
      width="admin"
      action={
        <>
          <ExportButtons {...files} />
          {add}
        </>
      }
    >
      <ProposedInList subject="package" id={null} />
      {packages.isPending ? (
        <SkeletonRows rows={3} height={220} />
      ) : !packages.data ? (
        <FailedState message={failureMessage(packages.error, t`Failed to load balance packages`)} retry={packages} />
      ) : packages.data.length === 0 ? (
        <EmptyState icon={<Gift size={24} aria-hidden />} title={t`No packages yet`} action={add}>
          {t`A package has a price and adds a bonus to it.`}
        </EmptyState>
      ) : (
        <ul className={styles.cards}>
          {packages.data.map((offer) => (
            <li key={offer.id}>
              <AdminPackageCard offer={offer} onEdit={() => setEdited(offer)} />
            </li>
          ))}
        </ul>
      )}
      {edited && packages.data && (
        <PackageForm
          offer={edited === 'new' ? null : edited}
          nextOrder={1 + Math.max(0, ...packages.data.map(({ sort_order }) => sort_order))}
          onClose={() => setEdited(null)}
        />
      )}
    </Page>
  )
}
