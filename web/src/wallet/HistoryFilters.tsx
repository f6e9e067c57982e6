import { historyKinds, type HistoryKind } from '@bittkosh/contract/wallet'
import { useLingui } from '@lingui/react/macro'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { FilterChips } from '../kit/actions/FilterChips.tsx'
import { IconButton } from '../kit/actions/IconButton.tsx'
import { SearchForm } from '../kit/forms/SearchForm.tsx'
import { Select } from '../kit/forms/Select.tsx'
import { type HistoryFilter, periods, type PeriodName } from './api.ts'
import styles from './HistoryFilters.module.css'

type FiltersProps = { filter: HistoryFilter; onChange: (change: Partial<HistoryFilter>) => void }

/** The chips, and behind a button the other filters: kind, period, search. */
export function HistoryFilters({ filter, onChange }: FiltersProps) {
  const { t } = useLingui()
  const isNarrowed = Boolean(filter.kind ?? filter.period ?? filter.search)
  const [isOpen, setOpen] = useState(isNarrowed)
  return (
    <>
      <div className={styles.head}>
        <FilterChips
          label={t`Show`}
          value={filter.chip}
          onChange={(chip) => onChange({ chip })}
          options={[
            { value: 'all', label: t`All` },
            { value: 'in', label: t`In` },
            { value: 'out', label: t`Out` },
            { value: 'pending', label: t`Pending` },
          ]}
        />
        <IconButton
          label={t`Filter and search`}
          aria-expanded={isOpen}
          icon={<SlidersHorizontal size={20} aria-hidden />}
          onClick={() => {
            setOpen(!isOpen)
            if (isOpen && isNarrowed) onChange({ kind: undefined, period: undefined, search: undefined })
          }}
        />
      </div>
      {isOpen && <Narrowing filter={filter} onChange={onChange} />}
    </>
  )
}

function Narrowing({ filter, onChange }: FiltersProps) {
  const { t } = useLingui()
  const kinds: Record<HistoryKind, string> = {
    wallet: t`Wallet only`,
    deposits: t`Deposits`,
    withdrawals: t`Withdrawals`,
    bittpay: t`BittPay`,
    plans: t`Plans`,
    earn: t`Earn`,
    referrals: t`Referral income`,
    other: t`Bonuses and corrections`,
  }
  const times: Record<PeriodName, string> = {
    '30': t`Last 30 days`,
    '90': t`Last 90 days`,
    year: t`This financial year`,
    last_year: t`Last financial year`,
  }
  return (
    <div className={styles.narrowing}>
      <Select
        aria-label={t`Type`}
        value={filter.kind ?? 'all'}
        onChange={(kind) => onChange({ kind: kind === 'all' ? undefined : kind })}
        options={[
          { value: 'all' as const, label: t`All types` },
          ...historyKinds.map((value) => ({ value, label: kinds[value] })),
        ]}
      />
      <Select
        aria-label={t`Period`}
        value={filter.period ?? 'all'}
        onChange={(period) => onChange({ period: period === 'all' ? undefined : period })}
        options={[
          { value: 'all' as const, label: t`All time` },
          ...periods.map((value) => ({ value, label: times[value] })),
        ]}
      />
      <div className={styles.search}>
        <SearchForm
          label={t`Name, amount or reference`}
          value={filter.search ?? ''}
          onSearch={(search) => onChange({ search: search || undefined })}
        />
      </div>
    </div>
  )
}
