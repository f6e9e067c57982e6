import { listAudit } from '@bittkosh/contract/audit'
import { recordLife } from '@bittkosh/contract/life'
import {
  type AdminWithdrawal,
  claimWithdrawal,
  listWithdrawals,
  releaseWithdrawal,
} from '@bittkosh/contract/withdrawals'
import { Trans, useLingui } from '@lingui/react/macro'
import { HandCoins } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useMay } from '../api/may.ts'
import { useSession } from '../api/session.ts'
import { useAction } from '../api/useAction.ts'
import { useConfirm } from '../api/useConfirm.ts'
import { useOpenProposal } from '../api/useProposals.ts'
import { Button } from '../kit/actions/Button.tsx'
import { Banner, ErrorBanner } from '../kit/page/Banner.tsx'
import { Chip } from '../kit/page/Chip.tsx'
import { When } from '../kit/page/When.tsx'
import { fetched } from '../requests/fetched.ts'
import styles from './Claim.module.css'
import { mayBankPay, OpenBatch } from './OpenBatch.tsx'
import { ReportedPayments } from './ReportedPayments.tsx'

const ConfirmDialog = fetched(async () => ({
  default: (await import('../kit/overlays/ConfirmDialog.tsx')).ConfirmDialog,
}))

const refreshes = [listWithdrawals, recordLife, listAudit]

type OfWithdrawal = { withdrawal: AdminWithdrawal }

/** Who pays a withdrawal, for its row in the queue. */
export function PaidBy({ withdrawal: { claimed_by: holder } }: OfWithdrawal) {
  const { t } = useLingui()
  const me = useSession()?.user.id
  if (holder === null) return null
  return (
    <Chip tone="pending">
      <span className={styles.payer}>{holder.id === me ? t`Being paid by you` : t`Being paid by ${holder.name}`}</span>
    </Chip>
  )
}

/** The first button of an unclaimed withdrawal: once claimed, nobody else decides it, and its owner can't cancel. */
export function StartPaying({ withdrawal }: OfWithdrawal) {
  const { t } = useLingui()
  const claiming = useAction({
    endpoint: claimWithdrawal,
    fallback: t`Failed to process withdrawal`,
    success: t`It’s assigned to you`,
    inPlace: true,
    refreshes,
  })
  return (
    <>
      <ErrorBanner message={claiming.failure} />
      <Button
        size="dense"
        variant="secondary"
        icon={<HandCoins size={16} aria-hidden />}
        running={claiming.running}
        onClick={() => void claiming.run({ params: { id: withdrawal.id }, body: {} })}
      >
        {t`Start paying`}
      </Button>
    </>
  )
}

type Holder = NonNullable<AdminWithdrawal['claimed_by']>

/**
 * Who pays it and since when; the holder can release it, another admin who may pay can take it over by name. Neither while it is
 * proposed to be paid.
 */
export function ClaimBanner({ withdrawal }: OfWithdrawal) {
  const { t } = useLingui()
  const mayPay = useMay()(claimWithdrawal)
  const me = useSession()?.user.id
  // The holder when the button was clicked: if another admin claims it meanwhile, the dialog still names the previous holder.
  const [asked, setAsked] = useState<Holder | null>(null)
  const { id, claimed_by: holder, claimed_at: since, being_paid: isOpen } = withdrawal
  const isProposed = useOpenProposal('withdrawal', isOpen ? id : undefined) !== null
  if (!isOpen || holder === null || since === null) return null
  const isMine = holder.id === me
  const { name } = holder
  return (
    <Banner tone={isMine ? 'info' : 'pending'}>
      <div className={styles.claim}>
        <p>
          <strong>{isMine ? t`You are paying this` : t`${name} is paying this`}</strong>
          <span className={styles.since}>
            <Trans>
              Since <When at={since} />
            </Trans>
          </span>
        </p>
        {isProposed && (
          <p>{t`It can’t be released, taken over or rejected until the proposal is decided or withdrawn.`}</p>
        )}
        {mayPay && !isProposed && !(isMine && mayBankPay(withdrawal)) && (
          <Button variant="secondary" size="dense" onClick={() => setAsked(holder)}>
            {isMine ? t`Release` : t`Take over`}
          </Button>
        )}
      </div>
      {asked && (
        <Suspense>
          {asked.id === me ? (
            <AskRelease withdrawal={withdrawal} onClose={() => setAsked(null)} />
          ) : (
            <AskTakeOver withdrawal={withdrawal} holder={asked} onClose={() => setAsked(null)} />
          )}
        </Suspense>
      )}
    </Banner>
  )
}

type QuestionProps = OfWithdrawal & { onClose: () => void }

function AskRelease({ withdrawal, onClose }: QuestionProps) {
  const { t } = useLingui()
  const dialog = useConfirm({
    endpoint: releaseWithdrawal,
    fallback: t`Failed to process withdrawal`,
    success: t`Released: anyone can pay it now`,
    refreshes,
    input: { params: { id: withdrawal.id } },
    onClose,
  })
  return (
    <ConfirmDialog {...dialog} title={t`Release this withdrawal?`} confirmLabel={t`Release`}>
      <div className={styles.asked}>
        <ReportedPayments withdrawal={withdrawal} />
        <OpenBatch withdrawal={withdrawal} />
        <p>{t`Only if you have not paid it. Any admin can then pay it, and the user can cancel it.`}</p>
      </div>
    </ConfirmDialog>
  )
}

function AskTakeOver({ withdrawal, holder, onClose }: QuestionProps & { holder: Holder }) {
  const { t } = useLingui()
  const { name } = holder
  const dialog = useConfirm({
    endpoint: claimWithdrawal,
    fallback: t`Failed to process withdrawal`,
    success: t`It’s assigned to you`,
    refreshes,
    input: { params: { id: withdrawal.id }, body: { take_over_from: holder.id } },
    onClose,
  })
  return (
    <ConfirmDialog {...dialog} title={t`Take over from ${name}?`} confirmLabel={t`Take over from ${name}`}>
      <div className={styles.asked}>
        <ReportedPayments withdrawal={withdrawal} />
        <OpenBatch withdrawal={withdrawal} />
        <p>{t`First ask ${name} whether the money has already been sent: money paid twice is gone.`}</p>
      </div>
    </ConfirmDialog>
  )
}
