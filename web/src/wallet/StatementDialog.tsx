import { BRAND } from '@bittkosh/contract/brand'
import { financialYear, financialYearName, financialYearOf, type Period } from '@bittkosh/contract/financialYears'
import { getStatement } from '@bittkosh/contract/wallet'
import { dayOf } from '@bittkosh/contract/time'
import { Trans, useLingui } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useDownload } from '../api/useDownload.ts'
import { Field } from '../kit/forms/Field.tsx'
import { Modal } from '../kit/overlays/Modal.tsx'
import { Segmented } from '../kit/actions/Segmented.tsx'
import { useLanguage } from '../kit/device/language.ts'
import { Select } from '../kit/forms/Select.tsx'
import { Submit } from '../kit/forms/Submit.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { toast } from '../kit/overlays/toast.ts'
import { useNow } from '../kit/page/useNow.ts'
import { lastDays } from './periods.ts'
import styles from './StatementDialog.module.css'

/** A statement as a file, or the income for a tax return, by financial year or any two days. */
export function StatementDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Modal open={open} onClose={onClose} title={t`Statement`}>
      <StatementForm onDone={onClose} />
    </Modal>
  )
}

type Choice = 'year' | 'last_year' | 'days' | 'own'
type Document = 'bookings' | 'income'

function StatementForm({ onDone }: { onDone: () => void }) {
  const { t } = useLingui()
  const language = useLanguage()
  const today = dayOf(useNow(60_000))
  const year = financialYearOf(today)
  const [document, setDocument] = useState<Document>('bookings')
  const [choice, setChoice] = useState<Choice>('year')
  const [own, setOwn] = useState<Period>(lastDays(30, today))
  const [format, setFormat] = useState<'pdf' | 'csv'>('pdf')
  const periods: Record<Choice, Period> = {
    year: financialYear(year, today),
    last_year: financialYear(year - 1, today),
    days: lastDays(30, today),
    own,
  }
  const { from, to } = periods[choice]
  const wrong = !from || !to ? t`Choose both dates.` : to < from ? t`The end date is before the start date.` : undefined

  const file = useDownload({
    endpoint: getStatement,
    input: { query: { from, to, format, document, language } },
    name: () => `${BRAND.toLowerCase()}-${document === 'income' ? 'income' : 'statement'}-${from}-to-${to}.${format}`,
    fallback: t`Failed to load transaction data`,
    inPlace: true,
    onDone: () => {
      toast(t`Statement downloaded`)
      onDone()
    },
  })

  function download(event: FormEvent) {
    event.preventDefault()
    if (!wrong) file.onDownload()
  }

  return (
    <form className={styles.form} onSubmit={download} noValidate>
      <Segmented
        label={t`Document`}
        value={document}
        onChange={setDocument}
        options={[
          { value: 'bookings', label: t`All entries` },
          { value: 'income', label: t`Income, for tax` },
        ]}
      />
      <Field label={t`Period`}>
        <Select
          value={choice}
          onChange={setChoice}
          options={[
            { value: 'year', label: t`Financial year ${financialYearName(year)}, so far` },
            { value: 'last_year', label: t`Financial year ${financialYearName(year - 1)}` },
            { value: 'days', label: t`Last 30 days` },
            { value: 'own', label: t`Other dates` },
          ]}
        />
      </Field>
      {choice === 'own' && (
        <div className={styles.dates}>
          <Field label={t({ message: 'From', context: 'days' })}>
            <TextInput type="date" max={today} value={own.from} onChange={(from) => setOwn({ ...own, from })} />
          </Field>
          <Field label={t({ message: 'To', context: 'days' })} error={wrong}>
            <TextInput type="date" max={today} value={own.to} onChange={(to) => setOwn({ ...own, to })} />
          </Field>
        </div>
      )}
      <Segmented
        label={t`File`}
        value={format}
        onChange={setFormat}
        options={[
          { value: 'pdf', label: t`PDF, to read` },
          { value: 'csv', label: t`CSV, for a spreadsheet` },
        ]}
      />
      <p className={styles.hint}>
        {document === 'income' ? (
          <Trans>
            It adds up interest, plan profits, referral income and bonuses, and shows your masked PAN. No tax is
            withheld here: TDS deducted is 0.00, and its section is left open.
          </Trans>
        ) : (
          <Trans>
            It lists every entry in your wallet, Earn, plans and held amounts: opening balance plus lines equals closing
            balance.
          </Trans>
        )}
      </p>
      <Submit form={file} wide icon={<Download size={18} aria-hidden />}>
        <Trans>Download</Trans>
      </Submit>
    </form>
  )
}
