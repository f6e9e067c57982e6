import {
  createUpcoming,
  deleteUpcoming,
  exportUpcomings,
  listUpcomings,
  type Upcoming,
  updateUpcoming,
} from '@bittkosh/contract/upcomings'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link2, Pencil, Plus, Trash2 } from 'lucide-react'
import { failureMessage } from '../api/failure.ts'
import { useMay } from '../api/may.ts'
import { useConfirm } from '../api/useConfirm.ts'
import { useExport } from '../api/useExport.ts'
import { Button } from '../kit/actions/Button.tsx'
import { ConfirmDialog } from '../kit/overlays/ConfirmDialog.tsx'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { ExportButtons } from '../kit/actions/ExportButtons.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { IconButton } from '../kit/actions/IconButton.tsx'
import { Page } from '../kit/page/Page.tsx'
import { useEdited, useOpened } from '../kit/overlays/useEdited.ts'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import { type Column, Table } from '../kit/lists/Table.tsx'
import { When } from '../kit/page/When.tsx'
import { useUpcomings } from './api.ts'
import styles from './AdminUpcomingsPage.module.css'
import { UpcomingDialog } from './UpcomingDialog.tsx'

export default function AdminUpcomingsPage() {
  const { t } = useLingui()
  const may = useMay()
  const files = useExport({ endpoint: exportUpcomings, name: 'upcomings', fallback: t`Failed to load upcomings` })
  const [edited, setEdited] = useEdited<Upcoming>(may(createUpcoming))
  const [deleted, askToDelete, close] = useOpened<Upcoming>()
  return (
    <Page
      title={t`Manage Upcomings`}
      width="admin"
      lead={<Trans>Titled links in every user’s mobile menu.</Trans>}
      action={
        <>
          <ExportButtons {...files} />
          {may(createUpcoming) && (
            <Button size="dense" icon={<Plus size={16} aria-hidden />} onClick={() => setEdited('new')}>
              <Trans>Add upcoming</Trans>
            </Button>
          )}
        </>
      }
    >
      <UpcomingList onEdit={setEdited} onDelete={askToDelete} />
      {edited && <UpcomingDialog upcoming={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {deleted && <DeleteDialog upcoming={deleted} onClose={close} />}
    </Page>
  )
}

type ListProps = { onEdit: (upcoming: Upcoming) => void; onDelete: (upcoming: Upcoming) => void }

function UpcomingList({ onEdit, onDelete }: ListProps) {
  const { t } = useLingui()
  const may = useMay()
  const { data, isPending, error, refetch, isFetching } = useUpcomings()
  if (isPending) return <SkeletonRows rows={4} height={44} />
  if (!data) {
    return <FailedState message={failureMessage(error, t`Failed to load upcomings`)} retry={{ isFetching, refetch }} />
  }
  if (data.length === 0) {
    return (
      <EmptyState icon={<Link2 size={28} aria-hidden />} title={t`No upcoming items`}>
        <Trans>Add one, and every user will find it in the menu.</Trans>
      </EmptyState>
    )
  }
  const actions: Column<Upcoming> = {
    key: 'actions',
    header: t`Actions`,
    align: 'end',
    onCard: 'aside',
    cell: (upcoming) => (
      <span className={styles.actions}>
        <IconButton
          size="dense"
          label={t`Edit ${upcoming.title}`}
          icon={<Pencil size={16} aria-hidden />}
          onClick={() => onEdit(upcoming)}
        />
        <IconButton
          size="dense"
          label={t`Delete ${upcoming.title}`}
          icon={<Trash2 size={16} aria-hidden />}
          onClick={() => onDelete(upcoming)}
        />
      </span>
    ),
  }
  return (
    <Table
      caption={t`Upcoming items`}
      rows={data}
      rowKey={(upcoming) => upcoming.id}
      compact
      columns={[
        { key: 'title', header: t`Title`, cell: (upcoming) => <strong>{upcoming.title}</strong>, onCard: 'title' },
        { key: 'link', header: t`Link`, onCard: 'below', cell: (upcoming) => <OutwardLink address={upcoming.link} /> },
        {
          key: 'created_at',
          header: t`Added`,
          whole: true,
          onCard: 'hidden',
          cell: (upcoming) => <When at={upcoming.created_at} look="date" />,
        },
        ...(may(updateUpcoming) ? [actions] : []),
      ]}
    />
  )
}

function OutwardLink({ address }: { address: string | null }) {
  if (!address) return <Trans>none</Trans>
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow" className={styles.link}>
      {address}
    </a>
  )
}

function DeleteDialog({ upcoming, onClose }: { upcoming: Upcoming; onClose: () => void }) {
  const { t } = useLingui()
  const dialog = useConfirm({
    endpoint: deleteUpcoming,
    fallback: t`Failed to delete upcoming`,
    success: t`Upcoming deleted`,
    refreshes: [listUpcomings],
    input: { params: { id: upcoming.id } },
    onClose,
  })
  return (
    <ConfirmDialog {...dialog} title={t`Delete upcoming`} confirmLabel={t`Delete`} danger>
      <Trans>Are you sure you want to delete “{upcoming.title}”? It disappears from every user’s menu.</Trans>
    </ConfirmDialog>
  )
}
