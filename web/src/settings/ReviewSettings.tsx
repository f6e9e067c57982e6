import { formatRupees, negate, ZERO } from '@bittkosh/contract/money'
import { gainADay, isRated, type RatedSetting } from '@bittkosh/contract/settingEffects'
import {
  getSetting,
  listSettings,
  type Setting,
  type SettingSums,
  settingSums,
  updateSettings,
} from '@bittkosh/contract/settings'
import { useLingui as useI18n } from '@lingui/react'
import { Plural, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useId, useState } from 'react'
import { call } from '../api/client.ts'
import { fieldMessages } from '../api/failure.ts'
import { reading } from '../api/queries.ts'
import { refresh } from '../api/refresh.ts'
import { readSiteAgain } from '../api/site.ts'
import { useForm } from '../api/useForm.ts'
import { Button } from '../kit/actions/Button.tsx'
import { Checkbox } from '../kit/forms/Checkbox.tsx'
import { Modal } from '../kit/overlays/Modal.tsx'
import { Banner, ErrorBanner } from '../kit/page/Banner.tsx'
import { toast } from '../kit/overlays/toast.ts'
import styles from './Settings.module.css'
import type { SettingChange } from './settingsDraft.ts'
import { SettingValue } from './SettingValue.tsx'
import { settingWords } from './words.ts'

type ReviewSettingsProps = {
  changes: readonly SettingChange[]
  /** The changes compared with the currently saved values, after another admin saved first. */
  changesAgainst: (saved: readonly Setting[]) => SettingChange[]
  onClose: () => void
  /** Values that the server refused, by key. */
  onRefused: (errors: Readonly<Record<string, string>>) => void
  onSaved: (keys: readonly string[]) => void
}

/** All changes once more, before and after, with what each rate costs; they are saved together or not at all. */
export function ReviewSettings({ changes, changesAgainst, onClose, onRefused, onSaved }: ReviewSettingsProps) {
  const { t } = useLingui()
  const formId = useId()
  // The displayed values are sent as `previous`: nobody confirms against values that they did not see.
  const [shown, setShown] = useState(changes)
  const [isStale, setStale] = useState(false)
  const [isLossy, setLossy] = useState(false)
  const hasRates = shown.some(({ key }) => isRated(key))
  const sums = useQuery({ ...reading(settingSums), enabled: hasRates })
  const form = useForm<{ confirm_loss: boolean }, typeof updateSettings>({
    endpoint: updateSettings,
    initial: { confirm_loss: false },
    body: ({ confirm_loss }) => ({
      changes: shown.map(({ key, after, description }) => ({
        key,
        value: after,
        ...(description && { description: description.after }),
      })),
      previous: Object.fromEntries(shown.map(({ key, before }) => [key, before])),
      ...(isLossy && { confirm_loss }),
    }),
    onRefused: (error) => {
      if (error.code === 'loss_unconfirmed') setLossy(true)
      if (error.code === 'setting_out_of_range') onRefused(fieldMessages(error))
      if (error.code === 'changed_meanwhile') void meetOthers()
    },
    fallback: t`Failed to update setting`,
    refreshes: [listSettings, getSetting],
    onSent: () => onSaved(shown.map(({ key }) => key)),
    onDone: (saved) => {
      toast(t`Settings saved`)
      readSiteAgain()
      onSaved(saved.map(({ key }) => key))
    },
  })

  async function meetOthers() {
    void refresh(listSettings)
    setShown(changesAgainst(await call(listSettings, {})))
    setStale(true)
  }

  return (
    <Modal
      open
      onClose={onClose}
      title={t`Review the changes`}
      size="wide"
      footer={
        <>
          <ErrorBanner message={form.failure} />
          <Button variant="secondary" onClick={onClose}>{t`Back`}</Button>
          <Button type="submit" form={formId} running={form.running} disabled={shown.length === 0}>
            <Plural value={shown.length} one="Save # change" other="Save # changes" />
          </Button>
        </>
      }
    >
      <form {...form.props} id={formId} className={styles.review}>
        {isStale && (
          <Banner tone="pending">
            {t`Somebody else has changed a setting in the meantime. The old values shown are now current; please check them again.`}
          </Banner>
        )}
        <ul className={styles.changes}>
          {shown.map((change) => (
            <ChangeLine key={change.key} change={change} sums={sums.data} sumsFailed={sums.isError} />
          ))}
        </ul>
        {isLossy && (
          <Checkbox
            label={t`I accept this loss`}
            checked={form.values.confirm_loss}
            onChange={(accepted) => form.set('confirm_loss', accepted)}
          />
        )}
      </form>
    </Modal>
  )
}

type ChangeLineProps = { change: SettingChange; sums: SettingSums | undefined; sumsFailed: boolean }

function ChangeLine({ change: { key, before, after, description }, sums, sumsFailed }: ChangeLineProps) {
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
        (sums ? (
          <Effect settingKey={key} from={before} to={after} sums={sums} />
        ) : (
          <p className={styles.basis}>{sumsFailed ? t`The cost could not be estimated.` : t`Estimating…`}</p>
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
