import { keysOf } from '@bittkosh/contract/tables'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Banner } from '../page/Banner.tsx'
import styles from './ColumnChoice.module.css'
import { Field } from './Field.tsx'
import { Select } from './Select.tsx'

type ColumnChoiceProps<M extends string> = {
  /** The possible meanings of a column, in the order in which they are listed. */
  meanings: Readonly<Record<M, string>>
  headings: readonly string[]
  columns: Readonly<Partial<Record<M, string | undefined>>>
  /** Whether the file can be read with these columns; if not, the choices are shown. */
  isReadable: boolean
  disabled: boolean
  onChange: (columns: Partial<Record<M, string | undefined>>) => void
}

const NONE = 'none'

/** Which header of a bank's file means what: detected by the program, changed by hand. */
export function ColumnChoice<M extends string>(props: ColumnChoiceProps<M>) {
  const { meanings, headings, columns, isReadable, disabled, onChange } = props
  const { t } = useLingui()
  const [startsOpen] = useState(!isReadable) // and stays open while the other columns are chosen
  if (headings.length === 0) return <Banner tone="loss">{t`No row of headings was found in this file.`}</Banner>
  return (
    <details className={styles.columns} open={startsOpen}>
      <summary>{isReadable ? t`Columns found; change them` : t`Choose the columns`}</summary>
      <div className={styles.meanings}>
        {keysOf(meanings).map((meaning) => (
          <Field key={meaning} label={meanings[meaning]}>
            <Select
              dense
              disabled={disabled}
              value={columns[meaning] ?? NONE}
              onChange={(heading) => {
                const { [meaning]: _before, ...others } = columns
                // The rest object contains every other meaning, which its type does not express.
                onChange({ ...others, ...(heading !== NONE && { [meaning]: heading }) } as typeof columns)
              }}
              options={[{ value: NONE, label: t`none` }, ...headings.map((value) => ({ value, label: value }))]}
            />
          </Field>
        ))}
      </div>
    </details>
  )
}
