import { formatRupees, negate, ZERO } from '@bittkosh/contract/money'
import { gainADay, isRated, type RatedSetting } from '@bittkosh/contract/settingEffects'
import { type SettingSums, settingSums } from '@bittkosh/contract/settings'
import { useLingui as useI18n } from '@lingui/react'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useMay } from '../api/may.ts'
import { reading } from '../api/queries.ts'
import styles from './Settings.module.css'
import type { SettingChange } from './settingsDraft.ts'
import { SettingValue } from './SettingValue.tsx'
import { settingWords } from './words.ts'

/** Settings by their names, before and after, with what each rate costs: for whoever saves them, and for a second admin. */
export default function SettingChanges({ changes }: { changes: readonly SettingChange[] }) {
  const maySee = useMay()(settingSums)
  const sums = useQuery({ ...reading(settingSums), enabled: maySee && changes.some(({ key }) => isRated(key)) })
  return (
    <ul className={styles.changes}>
      {changes.map((change) => (
        <ChangeLine key={change.key} change={change} sums={maySee ? sums : null} />
      ))}
    </ul>
  )
}

/** `sums`: null for a reader who may not see them. */
type ChangeLineProps = { change: SettingChange; sums: { data: SettingSums | undefined; isError: boolean } | null }

function ChangeLine({ change: { key, before, after, description }, sums }: ChangeLineProps) {
  const { t } = useLingui()
  const { i18n } = useI18n()
  return (
    <li className={styles.change}>
      <h3>{i18n._(settingWords[key].name)}</h3>
      {before !== after && (
        <p className={styles.values}>
          <span className={styles.before}>
            <span className="visually-hidden">{t`before:`} </span>
            <SettingValue settingKey={key} value={before} />
          </span>
          <ArrowRight size={16} aria-hidden />
          <strong>
            <span className="visually-hidden">{t`after:`} </span>
            <SettingValue settingKey={key} value={after} />
          </strong>
        </p>
      )}
      {description && (
        <p className={styles.basis}>
          {t`Description`}: {description.after || t`the program’s own`}
        </p>
      )}
      {isRated(key) &&
        before !== after &&
        sums &&
        (sums.data ? (
          <Effect settingKey={key} from={before} to={after} sums={sums.data} />
        ) : (
          <p className={styles.basis}>{sums.isError ? t`The cost could not be estimated.` : t`Estimating…`}</p>
        ))}
    </li>
  )
}

/** The cost or gain per day of a rate's change, and what it is calculated from. */
function Effect({
  settingKey,
  from,
  to,
  sums,
}: {
  settingKey: RatedSetting
  from: string
  to: string
  sums: SettingSums
}) {
  const { t } = useLingui()
  const gain = gainADay(settingKey, { from, to, sums })
  const [size, { days }] = [formatRupees(gain < ZERO ? negate(gain) : gain), sums]
  const sum = (of: 'earn' | 'withdrawals' | 'transfers' | 'referred_profits' | 'usdt_in' | 'usdt_out') =>
    formatRupees(sums[of])
  const basis: Record<RatedSetting, string> = {
    flexible_daily_profit_percentage: t`Estimate: Earn holds ${sum('earn')} now.`,
    withdrawal_fee_percentage: t`Estimate: on average over the last ${days} days, ${sum('withdrawals')} a day was withdrawn.`,
    transfer_fee_percentage: t`Estimate: on average over the last ${days} days, ${sum('transfers')} a day was sent with BittPay.`,
    referral_profit_share: t`Estimate: on average over the last ${days} days, referred users earned ${sum('referred_profits')} a day.`,
    usdt_value: t`Estimate: on average over the last ${days} days, USDT for ${sum('usdt_in')} a day came in and for ${sum('usdt_out')} went out.`,
  }
  return (
    <>
      <p className={gain < ZERO ? styles.costs : gain > ZERO ? styles.brings : undefined}>
        {gain < ZERO
          ? t`Costs the platform about ${size} a day`
          : gain > ZERO
            ? t`Brings the platform about ${size} a day`
            : t`Changes nothing at today’s amounts`}
      </p>
      <p className={styles.basis}>{basis[settingKey]}</p>
    </>
  )
}
