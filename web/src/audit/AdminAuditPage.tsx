import { type AuditEntry, exportAudit } from '@bittkosh/contract/audit'
import { actText, kindText } from '@bittkosh/contract/words/audit'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { failureMessage } from '../api/failure.ts'
import { useExport } from '../api/useExport.ts'
import { Button } from '../kit/actions/Button.tsx'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { ExportButtons } from '../kit/actions/ExportButtons.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { KeyValues } from '../kit/lists/KeyValues.tsx'
import { useLanguage } from '../kit/device/language.ts'
import { Modal } from '../kit/overlays/Modal.tsx'
import { Page } from '../kit/page/Page.tsx'
import { Pagination } from '../kit/lists/Pagination.tsx'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import { Table } from '../kit/lists/Table.tsx'
import { TrailChanges } from '../kit/lists/TrailEntries.tsx'
import { When } from '../kit/page/When.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import styles from './AdminAuditPage.module.css'
import { type AuditSearch, useAudit } from './api.ts'

const route = getRouteApi('/admin/audit')

export default function AdminAuditPage() {
  const { t } = useLingui()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [opened, setOpened] = useState<AuditEntry | null>(null)
  const { page: _, id, ...narrowing } = search
  const files = useExport({
    endpoint: exportAudit,
    query: { ...narrowing, subject_id: id },
    name: 'audit',
    fallback: t`Failed to load data`,
  })
  const go = (next: AuditSearch, isLost = false) => void navigate({ search: next, replace: isLost })
  return (
    <Page
      title={t`Audit log`}
      width="admin"
      action={<ExportButtons {...files} />}
      lead={
        <Trans>
          Everything admins have done, newest first. Rows are never changed; each is sealed with the one before it.
        </Trans>
      }
    >
      <AuditFilters key={JSON.stringify({ ...search, page: 1 })} search={search} onApply={go} />
      <AuditList
        search={search}
        onPage={(page, isLost) => go({ ...search, page }, isLost)}
        onOpen={setOpened}
        onFilter={go}
      />
      {opened && <EntryDialog entry={opened} onClose={() => setOpened(null)} />}
    </Page>
  )
}

type ListProps = {
  search: AuditSearch
  onPage: (page: number, isLost?: boolean) => void
  onOpen: (entry: AuditEntry) => void
  onFilter: (search: AuditSearch) => void
}

function AuditList({ search, onPage, onOpen, onFilter }: ListProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const { data, isPending, error, refetch, isFetching } = useAudit(search)
  if (isPending) return <SkeletonRows rows={10} height={44} />
  if (!data) {
    return <FailedState message={failureMessage(error, t`Failed to load data`)} retry={{ isFetching, refetch }} />
  }
  const isFiltered = Object.keys(search).length > 0
  return (
    <>
      {data.data.length === 0 ? (
        <EmptyState
          icon={<ScrollText size={28} aria-hidden />}
          title={t`No entries`}
          action={
            isFiltered && (
              <Button variant="secondary" onClick={() => onFilter({})}>
                <Trans>Show everything</Trans>
              </Button>
            )
          }
        />
      ) : (
        <Table
          caption={t`Audit log`}
          rows={data.data}
          rowKey={(entry) => entry.id}
          onOpen={onOpen}
          compact
          columns={[
            {
              key: 'action',
              header: t`What`,
              onCard: 'title',
              cell: (entry) => (
                <button type="button" className={styles.open} onClick={() => onOpen(entry)}>
                  {actText(language, entry.action)}
                </button>
              ),
            },
            { key: 'record', header: t`Record`, onCard: 'below', cell: (entry) => <RecordName entry={entry} /> },
            { key: 'at', header: t`When`, whole: true, cell: (entry) => <When at={entry.at} /> },
            {
              key: 'admin',
              header: t`Who`,
              whole: true,
              onCard: 'aside',
              cell: (entry) => entry.admin?.name ?? t`the program`,
            },
            { key: 'reason', header: t`Reason`, onCard: 'hidden', cell: (entry) => entry.reason ?? '–' },
            {
              key: 'address',
              header: t`Network address`,
              onCard: 'hidden',
              cell: (entry) => <span className={styles.address}>{entry.address ?? '–'}</span>,
            },
          ]}
        />
      )}
      <Pagination page={data.pagination.current_page} lastPage={data.pagination.last_page} onPage={onPage} />
    </>
  )
}

function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { t } = useLingui()
  const language = useLanguage()
  return (
    <Modal open onClose={onClose} title={actText(language, entry.action)} size="wide">
      <KeyValues
        items={[
          { label: t`When`, value: <When at={entry.at} /> },
          { label: t`Who`, value: entry.admin?.name ?? t`the program` },
          ...(entry.approved_by ? [{ label: t`Approved by`, value: entry.approved_by.name }] : []),
          { label: t`Record`, value: <RecordName entry={entry} /> },
          { label: t`Reason`, value: entry.reason },
          { label: t`Network address`, value: entry.address },
        ]}
      />
      {entry.is_erased && (
        <p>
          <Trans>Personal details were erased when the account was closed.</Trans>
        </p>
      )}
      <TrailChanges entry={entry} />
    </Modal>
  )
}

function RecordName({ entry: { subject, subject_id: id } }: { entry: AuditEntry }) {
  const kind = kindText(useLanguage(), subject)
  if (id === null) return kind
  return (
    <>
      {kind} {subject === 'business day' ? <When at={dayOfNumber(id)} look="date" /> : id}
    </>
  )
}

/** A business day's number is its date: 20261125. */
function dayOfNumber(number: number): string {
  return String(number).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
}
