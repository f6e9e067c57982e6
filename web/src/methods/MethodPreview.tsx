import { type DepositMethod, payeeOf, wrongDetails } from '@bittkosh/contract/methods'
import { paise } from '@bittkosh/contract/money'
import { useLingui } from '@lingui/react/macro'
import { PayWays } from '../kit/money/PayWays.tsx'
import { type TypedMethod, wireMethod } from './methodDraft.ts'
import styles from './Methods.module.css'
import { useMinimumDeposit } from './api.ts'

const exampleAmount = paise(1000_00n)

/** What users will see with the typed details, for the smallest deposit; nothing until they are complete. */
export function MethodPreview({ typed }: { typed: TypedMethod }) {
  const { t } = useLingui()
  const amount = useMinimumDeposit() ?? exampleAmount
  const form: Pick<DepositMethod, 'type'> & { details: Record<string, string> } = wireMethod(typed)
  if (Object.keys(wrongDetails(form)).length > 0) return null
  return (
    <section className={styles.preview} aria-label={t`Preview`}>
      <h3>{t`Preview: what users see`}</h3>
      <PayWays payee={payeeOf(form)} amount={amount} usdt={null} reference="PREVIEW" />
    </section>
  )
}
