import { exportPendingKyc, idTypeLabels, type KycRequest, listPendingKyc, verifyKyc } from '@bittkosh/contract/kyc'
import { useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { failureMessage } from '../api/failure.ts'
import { useMay } from '../api/may.ts'
import { useQueue } from '../api/queries.ts'
import { useExport } from '../api/useExport.ts'
import { useLanguage } from '../kit/device/language.ts'
import { Chip } from '../kit/page/Chip.tsx'
import { ExportButtons } from '../kit/actions/ExportButtons.tsx'
import { Page } from '../kit/page/Page.tsx'
import type { Column } from '../kit/lists/Table.tsx'
import { filterOf, queueStep } from '../requests/queueFilter.ts'
import { RequestQueue } from '../requests/RequestQueue.tsx'
import { ApproveKyc } from './ApproveKyc.tsx'
import { KycDocument } from './KycDocument.tsx'
import { RejectKyc } from './RejectKyc.tsx'

const route = getRouteApi('/admin/kyc')

export default function AdminKycPage() {
  const { t } = useLingui()
  const names = idTypeLabels[useLanguage()]
  const may = useMay()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { search: text, flagged, late, from, to } = filterOf('kyc', search)
  const filter = { search: text, flagged, late, from, to }
  const files = useExport({
    endpoint: exportPendingKyc,
    query: filter,
    name: 'kyc',
    fallback: t`Failed to load KYC requests`,
  })
  const list = useQueue(listPendingKyc, { query: { ...filter, page: search.page, per_page: 50 } })

  const columns: Column<KycRequest>[] = [
    { key: 'user', header: t`User`, onCard: 'title', cell: (row) => row.name },
    {
      key: 'document',
      header: t`Document`,
      cell: (row) => (
        <span>
          {row.pending_ids[0] && names[row.pending_ids[0].type]}{' '}
          {row.pending_ids.some((id) => id.flags.includes('seen_before')) && <Chip tone="loss">{t`seen before`}</Chip>}
        </span>
      ),
    },
    { key: 'number', header: t`ID number`, cell: (row) => row.pending_ids[0]?.id_number },
  ]

  return (
    <Page
      title={t`KYC Verification`}
      width="admin"
      action={
        list.data && list.data.total_pending > 0 && <Chip tone="pending">{t`Pending ${list.data.total_pending}`}</Chip>
      }
    >
      <RequestQueue
        kind="kyc"
        caption={t`Documents waiting for a decision`}
        search={search}
        onSearch={(change, isStep) => void navigate(queueStep(change, isStep))}
        searchLabel={t`Name, e-mail or phone`}
        tools={<ExportButtons {...files} />}
        columns={columns}
        list={list}
        failure={failureMessage(list.error, t`Failed to load KYC requests`)}
        empty={{ waiting: t`No pending KYC verifications`, search: t`No requests match this search` }}
        rowKey={(row) => row.kyc_id}
        askedAt={(row) => row.pending_ids[0]?.submitted_at}
        document={(row, acts) => <KycDocument request={row} acts={acts} />}
        mayDecide={may(verifyKyc)}
        confirms={{
          approve: (row, dialog) => <ApproveKyc request={row} {...dialog} />,
          reject: (row, dialog) => <RejectKyc request={row} {...dialog} />,
          revoke: () => null, // approved documents are not in this queue but on the person's page
        }}
      />
    </Page>
  )
}
