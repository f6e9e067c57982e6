import { formatRupees, type Paise } from '@bittkosh/contract/money'
import { listPackages, quotePackage } from '@bittkosh/contract/packages'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { reading } from '../api/queries.ts'
import { useFlow } from '../kit/device/useFlow.ts'
import styles from './DepositForm.module.css'
import { packageFor } from './depositDraft.ts'

/** What the typed amount would bring as a package. Nothing if no package is on offer for it. */
export default function PackageHint({ amount }: { amount: Paise | null }) {
  const { back } = useFlow()
  const packages = useQuery({ ...reading(listPackages), staleTime: 60_000 })
  const offer = packageFor(amount, packages.data ?? [])
  if (!offer) return null
  const { bonus, total } = quotePackage({ amount: offer.amount, bonus: offer.bonus_percentage })
  const [price, gain, whole] = [offer.amount, bonus, total].map((sum) => formatRupees(sum))
  return (
    <p className={styles.package}>
      <Trans>
        With the {offer.name} package you pay {price} and get {whole}: {gain} more.
      </Trans>{' '}
      <Link to="/balance-packages" search={{ offer: offer.id, back }}>
        <Trans>See this package</Trans>
      </Link>
    </p>
  )
}
