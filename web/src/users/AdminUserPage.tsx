import { ownContact } from '@bittkosh/contract/contact'
import { listAudit } from '@bittkosh/contract/audit'
import {
  deleteUser,
  editUser,
  freezeUser,
  moveEarnToWallet,
  toggleUser,
  type UserDetails,
  userAccounts,
  userDetails,
  userLedger,
  userStatement,
} from '@bittkosh/contract/users'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FileText, Pencil, Trash2, UserX, Wallet } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { failureMessage, isUnknown } from '../api/failure.ts'
import { useMay } from '../api/may.ts'
import { reading, usePolling } from '../api/queries.ts'
import { useSession } from '../api/session.ts'
import { Button } from '../kit/actions/Button.tsx'
import { Tabs } from '../kit/actions/Tabs.tsx'
import { changedSearch } from '../kit/lists/addressSearch.ts'
import { Figures } from '../kit/money/Figures.tsx'
import { Money } from '../kit/money/Money.tsx'
import { Chip } from '../kit/page/Chip.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { Page } from '../kit/page/Page.tsx'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import { StatusBadge } from '../kit/page/StatusBadge.tsx'
import { When } from '../kit/page/When.tsx'
import { useStillHere } from '../kit/device/useStillHere.ts'
import { useOpened } from '../kit/overlays/useEdited.ts'
import { LazyNotes } from '../requests/LazyNotes.tsx'
import { MarkChips } from '../requests/Marks.tsx'
import { ProposedNote } from '../requests/Proposed.tsx'
import { PersonState } from '../requests/RequestParts.tsx'
import { useAccountNames } from './accountNames.ts'
import { ClosedUser } from './ClosedUser.tsx'
import { ExportPerson } from './ExportPerson.tsx'
import { FreezeUser } from './FreezeUser.tsx'
import { mayLackRows } from './LatestShown.tsx'
import type { PersonSearch } from './personSearch.ts'
import styles from './Person.module.css'
import { Standing } from './Standing.tsx'
import { UserInvestments } from './UserInvestments.tsx'
import { UserLedger } from './UserLedger.tsx'
import { UserOverview } from './UserOverview.tsx'
import { UserReferrals } from './UserReferrals.tsx'
import { UserTrail } from './UserTrail.tsx'

const EditUser = lazy(() => import('./EditUser.tsx'))
const DeleteUser = lazy(() => import('./DeleteUser.tsx'))
const DeactivateUser = lazy(() => import('./DeactivateUser.tsx'))
const EarnToWallet = lazy(() => import('./EarnToWallet.tsx'))
const UserStatement = lazy(() => import('./UserStatement.tsx'))

const route = getRouteApi('/admin/users/$id')

/** Everything about one person: their data, what limits the account, and the ledger of every account. */
export default function AdminUserPage() {
  const { t } = useLingui()
  const id = Number(route.useParams().id)
  const narrowing = useNarrowing()
  const details = useQuery(reading(userDetails, { params: { id } }))
  usePolling(reading(userDetails, { params: { id } }), 30_000)
  if (details.data) return <Person key={id} details={details.data} />
  if (isUnknown(details.error)) return <ClosedUser id={id} {...narrowing} />
  return (
    <Page title={t`User details`} width="admin">
      {details.isError ? (
        <FailedState message={failureMessage(details.error, t`Failed to load users`)} retry={details} />
      ) : (
        <SkeletonRows rows={8} height={56} />
      )}
    </Page>
  )
}

type Dialog = 'edit' | 'delete' | 'deactivate' | 'statement' | 'earn'

function Person({ details }: { details: UserDetails }) {
  const { t } = useLingui()
  const accountName = useAccountNames()
  const [dialog, open, close] = useOpened<Dialog>()
  const navigate = route.useNavigate()
  const isHere = useStillHere()
  const { user, balances } = details
  return (
    <Page
      title={user.name}
      width="admin"
      lead={
        <span className={styles.head}>
          {user.frozen_at && <StatusBadge status="frozen" />}
          {!user.is_active && <StatusBadge status="inactive" />}
          {user.role === 'admin' && <Chip tone="info">{t`Admin`}</Chip>}
          <Chip>{`#${user.id}`}</Chip>
          <span>{t`KYC`}</span> <StatusBadge status={user.govt_ids[0]?.status ?? 'not_submitted'} />
          <MarkChips marks={user.marks} />
          <span className={styles.contact}>
            {[user.email, user.phone].map((contact) => ownContact(contact) && `${contact} · `)}
            {t`since`} <When at={user.created_at} look="date" />
          </span>
        </span>
      }
      action={<Acts details={details} onOpen={open} />}
    >
      <PersonState person={{ is_active: user.is_active, is_frozen: user.frozen_at !== null }} />
      <ProposedNote subject="user" id={user.id} />
      <Figures
        items={userAccounts.map((account) => ({
          label: accountName(account),
          value: <Money amount={balances[account]} />,
        }))}
      />
      <div className={styles.columns}>
        <Parts details={details} />
        <div className={styles.side}>
          <Standing details={details} />
          <LazyNotes about={{ subject: 'user', id: user.id }} />
        </div>
      </div>
      <Suspense>
        {dialog === 'edit' && <EditUser user={user} onClose={close} />}
        {dialog === 'deactivate' && <DeactivateUser user={user} onClose={close} />}
        {dialog === 'earn' && <EarnToWallet details={details} onClose={close} />}
        {dialog === 'statement' && <UserStatement user={user} onClose={close} />}
        {dialog === 'delete' && (
          <DeleteUser
            user={user}
            onClose={close}
            onDone={() => {
              if (isHere()) void navigate({ to: '/admin/users' })
            }}
          />
        )}
      </Suspense>
    </Page>
  )
}

function Acts({ details, onOpen }: { details: UserDetails; onOpen: (dialog: Dialog) => void }) {
  const { t } = useLingui()
  const may = useMay()
  const { user, investments } = details
  const { current_balance: inEarn, locked_bonus: locked } = investments.flexible
  const isMe = useSession()?.user.id === user.id
  const look = { variant: 'secondary', size: 'dense' } as const
  return (
    <>
      {may(userStatement) && (
        <Button {...look} icon={<FileText size={16} aria-hidden />} onClick={() => onOpen('statement')}>
          {t`Statement`}
        </Button>
      )}
      <ExportPerson id={user.id} />
      {may(freezeUser) && <FreezeUser user={user} />}
      {may(editUser) && (
        <Button {...look} icon={<Pencil size={16} aria-hidden />} onClick={() => onOpen('edit')}>{t`Edit`}</Button>
      )}
      {may(moveEarnToWallet) && inEarn > locked && (
        <Button {...look} icon={<Wallet size={16} aria-hidden />} onClick={() => onOpen('earn')}>
          {t`Earn to the wallet`}
        </Button>
      )}
      {may(toggleUser) && user.is_active && !isMe && (
        <Button {...look} icon={<UserX size={16} aria-hidden />} onClick={() => onOpen('deactivate')}>
          {t`Deactivate`}
        </Button>
      )}
      {may(deleteUser) && !isMe && (
        <Button {...look} icon={<Trash2 size={16} aria-hidden />} onClick={() => onOpen('delete')}>{t`Delete`}</Button>
      )}
    </>
  )
}

const tabs = ['ledger', 'overview', 'investments', 'referrals', 'trail'] as const

function Parts({ details }: { details: UserDetails }) {
  const { t } = useLingui()
  const may = useMay()
  const { search, onSearch } = useNarrowing()
  const { user, investments, referrals } = details
  const bought = investments.crypto.investments
  const shown = tabs.filter((one) => (one === 'ledger' ? may(userLedger) : one === 'trail' ? may(listAudit) : true))
  const tab = shown.find((one) => one === search.tab) ?? shown[0] ?? 'overview'
  const labels = {
    ledger: { label: t`Ledger` },
    overview: { label: t`Overview` },
    investments: { label: t`Investments`, count: mayLackRows(bought) ? undefined : bought.length },
    referrals: { label: t`Referrals`, count: referrals.total_referrals },
    trail: { label: t`Audit trail` },
  }
  return (
    <Tabs
      label={t`About this user`}
      selected={tab}
      onSelect={(next) => onSearch({ tab: next })}
      tabs={shown.map((id) => ({ id, ...labels[id] }))}
    >
      {tab === 'ledger' && <UserLedger id={user.id} search={search} onSearch={onSearch} />}
      {tab === 'overview' && <UserOverview details={details} />}
      {tab === 'investments' && <UserInvestments investments={investments} />}
      {tab === 'referrals' && <UserReferrals referrals={referrals} />}
      {tab === 'trail' && <UserTrail id={user.id} />}
    </Tabs>
  )
}

/** The tab, and how the ledger is narrowed: both are in the address. */
function useNarrowing() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const onSearch = (next: PersonSearch) =>
    void navigate({ search: (before) => changedSearch(before, next), resetScroll: false })
  return { search, onSearch }
}
