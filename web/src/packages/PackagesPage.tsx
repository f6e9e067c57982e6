import { type Deposit, listMyDeposits } from '@bittkosh/contract/deposits'
import { listPackages } from '@bittkosh/contract/packages'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowLeft, Gift } from 'lucide-react'
import { failureMessage } from '../api/failure.ts'
import { reading, readingPages } from '../api/queries.ts'
import { useRecord } from '../api/useRecord.ts'
import { AskAbout } from '../kit/actions/AskAbout.tsx'
import { Button, ButtonLink } from '../kit/actions/Button.tsx'
import { CopyButton } from '../kit/actions/CopyButton.tsx'
import { Banner } from '../kit/page/Banner.tsx'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { Page } from '../kit/page/Page.tsx'
import { SentBack } from '../kit/money/SentBack.tsx'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import { useStepBack } from '../kit/device/useStepBack.ts'
import { useWide } from '../kit/device/useWide.ts'
import { useMethods } from '../methods/api.ts'
import { PackageCard } from './PackageCard.tsx'
import styles from './Packages.module.css'
import { PurchaseForm } from './PurchaseForm.tsx'

/** Coin Bazaar: the packages, and beside them (on a phone instead of them) the purchase of the chosen one. */
export default function PackagesPage() {
  const { t } = useLingui()
  const isWide = useWide()
  const packages = useQuery(reading(listPackages))
  const methods = useMethods()
  const { offer: chosenId, again, back } = useSearch({ from: '/balance-packages' })
  const navigate = useNavigate({ from: '/balance-packages' })
  // On wide screens the form is beside the list, so choosing another package adds no history entry.
  const choose = (offer: number) =>
    void navigate({ search: { back, offer }, state: { isOpened: true }, replace: isWide && chosenId !== undefined })
  const stepBack = useStepBack()
  const leave = () => stepBack(() => void navigate({ search: { back }, replace: true }))
  const deposits = useInfiniteQuery({ ...readingPages(listMyDeposits), enabled: again !== undefined })
  const { record: before, isLooking } = useRecord(deposits, again)
  const frame = {
    title: t`Coin Bazaar`,
    lead: t`Pay the price of a package and get a bonus on top.`,
    action: (
      <ButtonLink variant="secondary" size="dense" to="/add-balance">
        {t`Add Balance`}
      </ButtonLink>
    ),
  }

  if (packages.isPending || methods.isPending || isLooking)
    return (
      <Page {...frame} {...(isWide && { aside: null })}>
        <SkeletonRows rows={3} height={230} />
      </Page>
    )
  const isLost = again !== undefined && !before && deposits.isError
  if (!packages.data || !methods.data || isLost)
    return (
      <Page {...frame}>
        <FailedState
          message={failureMessage(
            (isLost ? deposits : packages).error ?? methods.error,
            t`Failed to load packages and payment methods`,
          )}
          retry={isLost ? deposits : [packages, methods]}
        />
      </Page>
    )
  const chosen = packages.data.find((offer) => offer.id === chosenId)
  const notOffered = chosenId !== undefined && !chosen && <NotOffered before={before} />
  if (packages.data.length === 0)
    return (
      <Page {...frame}>
        {notOffered}
        <EmptyState
          icon={<Gift size={24} aria-hidden />}
          title={t`No packages on offer right now`}
          action={<ButtonLink to="/add-balance">{t`Add Balance`}</ButtonLink>}
        >
          {t`You can still add balance without a bonus.`}
        </EmptyState>
      </Page>
    )

  const list = (
    <div className={styles.cards}>
      {packages.data.map((offer) => (
        <PackageCard key={offer.id} offer={offer} isChosen={offer.id === chosenId} onChoose={() => choose(offer.id)} />
      ))}
    </div>
  )
  const purchase =
    chosen &&
    (methods.data.length > 0 ? (
      <>
        <SentBack reason={before?.admin_note} />
        <PurchaseForm key={`${chosen.id} ${again}`} offer={chosen} methods={methods.data} before={before} />
      </>
    ) : (
      <EmptyState
        title={t`No payment method is available right now`}
        action={<ButtonLink to="/support" variant="secondary">{t`Contact support`}</ButtonLink>}
      >
        {t`Please try again later, or contact support.`}
      </EmptyState>
    ))

  if (!isWide && purchase)
    return (
      <Page title={frame.title}>
        <div>
          <Button variant="quiet" icon={<ArrowLeft size={18} aria-hidden />} onClick={leave}>
            {t`All packages`}
          </Button>
        </div>
        {purchase}
      </Page>
    )
  return (
    <Page
      {...frame}
      {...(isWide && {
        aside: purchase ?? (
          <EmptyState icon={<Gift size={24} aria-hidden />} title={t`Choose a package`}>
            {t`Payment details appear here.`}
          </EmptyState>
        ),
      })}
    >
      {notOffered}
      {list}
    </Page>
  )
}

/** The chosen package has left the list. `before`: its rejected purchase, which was to be sent again. */
function NotOffered({ before }: { before: Deposit | undefined }) {
  const { t } = useLingui()
  return (
    <Banner tone="loss">
      <p>{t`This package isn't offered any more. If you have already paid, contact support.`}</p>
      {before ? (
        <>
          <p>
            {t`Transaction ID`} {before.transaction_id} <CopyButton text={before.transaction_id} label={t`Copy`} />
          </p>
          <AskAbout kind="deposit" id={before.id} number={before.number} />
        </>
      ) : (
        <ButtonLink to="/support" variant="secondary" size="dense">{t`Contact support`}</ButtonLink>
      )}
    </Banner>
  )
}
