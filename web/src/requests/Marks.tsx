import type { FlagKind, Marks } from '@bittkosh/contract/marks'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui as useI18n } from '@lingui/react'
import { useLingui } from '@lingui/react/macro'
import { Chip } from '../kit/page/Chip.tsx'
import styles from './Marks.module.css'

export const flagNames: Record<FlagKind, MessageDescriptor> = {
  watch: msg`Watch`,
  fraud: msg`Fraud suspected`,
  vip: msg`VIP`,
  called: msg`Called`,
}

/** The flags of a record and its person, and the admin who handles it. They have no colour: none of them decides anything. */
export function MarkChips({ marks: { flags, assigned_to: admin } }: { marks: Marks }) {
  const { t } = useLingui()
  const { i18n } = useI18n()
  return (
    <>
      {flags.map((kind) => (
        <span key={kind}>
          {' '}
          <Chip>{i18n._(flagNames[kind])}</Chip>
        </span>
      ))}
      {admin && (
        <>
          {' '}
          <Chip>
            <span className={styles.assigned}>{t`Assigned to ${admin.name}`}</span>
          </Chip>
        </>
      )}
    </>
  )
}
