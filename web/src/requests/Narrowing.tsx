import { methodTypes } from '@bittkosh/contract/methods'
import { useLingui } from '@lingui/react/macro'
import { Button } from '../kit/actions/Button.tsx'
import { AmountInput } from '../kit/forms/AmountInput.tsx'
import { Checkbox } from '../kit/forms/Checkbox.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { Select } from '../kit/forms/Select.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { useTypedDay } from '../kit/forms/useTypedDay.ts'
import type { SearchChange } from '../kit/lists/addressSearch.ts'
import styles from './Narrowing.module.css'
import { isNarrowed, type NarrowedBy, notNarrowed, type QueueSearch } from './queueFilter.ts'

type NarrowingProps = {
  search: QueueSearch
  onSearch: (change: SearchChange<QueueSearch>) => void
  by: readonly NarrowedBy[]
}

/** The filters of a list: payment method, days and amounts of its records, and whether they have waited too long. */
export default function Narrowing({ search, onSearch, by }: NarrowingProps) {
  const { t } = useLingui()
  const narrow = (change: SearchChange<QueueSearch>) => onSearch({ ...change, page: undefined, id: undefined })
  const from = useTypedDay(search.from ?? '', (day) => narrow({ from: day || undefined }))
  const to = useTypedDay(search.to ?? '', (day) => narrow({ to: day || undefined }))
  const names = { upi: t`UPI`, bank: t`Bank`, crypto: t`USDT` }
  return (
    <div className={styles.fields} role="group" aria-label={t`Filters`}>
      {by.includes('type') && (
        <Field label={t`Method`}>
          <Select
            dense
            value={methodTypes.find((type) => type === search.type) ?? 'all'}
            onChange={(type) => narrow({ type: type === 'all' ? undefined : type })}
            options={[
              { value: 'all' as const, label: t`Every method` },
              ...methodTypes.map((value) => ({ value, label: names[value] })),
            ]}
          />
        </Field>
      )}
      <Field label={t({ message: 'From', context: 'days' })}>
        <TextInput dense type="date" {...from} />
      </Field>
      <Field label={t({ message: 'To', context: 'days' })}>
        <TextInput dense type="date" {...to} />
      </Field>
      {by.includes('amount') && (
        <>
          <Field label={t`At least`}>
            <AmountInput
              dense
              value={search.least ?? ''}
              onChange={(amount) => narrow({ least: amount || undefined })}
            />
          </Field>
          <Field label={t`At most`}>
            <AmountInput dense value={search.most ?? ''} onChange={(amount) => narrow({ most: amount || undefined })} />
          </Field>
        </>
      )}
      {by.includes('late') && (
        <Checkbox
          label={t`Waiting too long`}
          checked={search.late !== undefined}
          onChange={(isOnly) => narrow({ late: isOnly ? 'true' : undefined })}
        />
      )}
      {isNarrowed(search) && (
        <Button variant="quiet" size="dense" onClick={() => narrow(notNarrowed)}>
          {t`Show all again`}
        </Button>
      )}
    </div>
  )
}
