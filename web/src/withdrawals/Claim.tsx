import { listAudit } from '@bittkosh/contract/audit'
import {
  type AdminWithdrawal,
  claimWithdrawal,
  listWithdrawals,
  releaseWithdrawal,
} from '@bittkosh/contract/withdrawals'
import { Trans, useLingui } from '@lingui/react/macro'
import { HandCoins } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useSession } from '../api/session.ts'
import { useAction } from '../api/useAction.ts'
import { Button } from '../kit/actions/Button.tsx'
import { Banner } from '../kit/page/Banner.tsx'
import { Chip } from '../kit/page/Chip.tsx'
import { When } from '../kit/page/When.tsx'
import { fetched } from '../requests/fetched.ts'
import styles from './Claim.module.css'

const ConfirmDialog = fetched(async () => (await import('../kit/overlays/ConfirmDialog.tsx')).ConfirmDialog)

type OfWithdrawal = { withdrawal: AdminWithdrawal }

/** Who pays a withdrawal, for its row in the queue. */
export function PaidBy({ withdrawal: { claimed_by: holder } }: OfWithdrawal) {
  const { t } = useLingui()
  const me = useSession()?.user.id
  if (holder === null) return null
  return <Chip tone="pending">{holder.id === me ? t`Being paid by you` : t`Being paid by ${holder.name}`}</Chip>
}

/** The first button of an unclaimed withdrawal: once claimed, nobody else decides it, and its owner can't cancel. */
export function StartPaying({ withdrawal }: OfWithdrawal) {
  const { t } = useLingui()
  const claiming = useClaiming({ success: t`It’s assigned to you` })
  return (
    <Button
      size="dense"
      variant="secondary"
      icon={<HandCoins size={16} aria-hidden />}
      running={claiming.running}
      onClick={() => void claiming.run({ params: { id: withdrawal.id }, body: {} })}
    >
      {t`Start paying`}
    </Button>
  )
}

type Holder = NonNullable<AdminWithdrawal['claimed_by']>

/** Who pays it and since when; the holder can release it, another admin can take it over by name. */
export function ClaimBanner({ withdrawal }: OfWithdrawal) {
  const { t } = useLingui()
  const me = useSession()?.user.id
  // The holder when the button was clicked: if another admin claims it meanwhile, the dialog still names the previous holder.
  const [asked, setAsked] = useState<Holder | null>(null)
  const { id, claimed_by: holder, claimed_at: since, being_paid: isOpen } = withdrawal
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
        <Button variant="secondary" size="dense" onClick={() => setAsked(holder)}>
          {isMine ? t`Release` : t`Take over`}
        </Button>
      </div>
      {asked && (
        <Suspense>
          <AskClaim id={id} holder={asked} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </Banner>
  )
}

/** Confirms that the holder releases it, or that another admin takes it over from that holder. */
function AskClaim({ id, holder, onClose }: { id: number; holder: Holder; onClose: () => void }) {
  const { t } = useLingui()
  const isMine = useSession()?.user.id === holder.id
  const taking = useClaiming({ success: t`It’s assigned to you`, inDialog: true, onDone: onClose })
  const releasing = useAction({
    endpoint: releaseWithdrawal,
    fallback: t`Failed to process withdrawal`,
    success: t`Released: anyone can pay it now`,
    inDialog: true,
    refreshes: [listWithdrawals, listAudit],
    onDone: onClose,
  })
  const { name } = holder
  if (isMine)
    return (
      <ConfirmDialog
        open
        onClose={onClose}
        title={t`Release this withdrawal?`}
        confirmLabel={t`Release`}
        running={releasing.running}
        failure={releasing.failure}
        onConfirm={() => void releasing.run({ params: { id } })}
      >
        {t`Only if you have not paid it. Any admin can then pay it, and the user can cancel it.`}
      </ConfirmDialog>
    )
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t`Take over from ${name}?`}
      confirmLabel={t`Take over from ${name}`}
      running={taking.running}
      failure={taking.failure}
      onConfirm={() => void taking.run({ params: { id }, body: { take_over_from: holder.id } })}
    >
      {t`First ask ${name} whether the money has already been sent: money paid twice is gone.`}
    </ConfirmDialog>
  )
}

function useClaiming(options: { success: string; inDialog?: true; onDone?: () => void }) {
  const { t } = useLingui()
  return useAction({
    endpoint: claimWithdrawal,
    fallback: t`Failed to process withdrawal`,
    refreshes: [listWithdrawals, listAudit],
    ...options,
  })
}
