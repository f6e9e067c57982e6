import { BRAND } from '@bittkosh/contract/brand'
import { financialYear, financialYearName, financialYearOf, type Period } from '@bittkosh/contract/financialYears'
import { addDays, dayOf } from '@bittkosh/contract/time'
import { userStatement, type UserRow } from '@bittkosh/contract/users'
import { useLingui } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useDownload } from '../api/useDownload.ts'
import { Button } from '../kit/actions/Button.tsx'
import { Segmented } from '../kit/actions/Segmented.tsx'
import { useLanguage } from '../kit/device/language.ts'
import { Field } from '../kit/forms/Field.tsx'
import { Select } from '../kit/forms/Select.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { Modal } from '../kit/overlays/Modal.tsx'
import { ErrorBanner } from '../kit/page/Banner.tsx'
import { useNow } from '../kit/page/useNow.ts'
import styles from './Users.module.css'

/** The person's own statement, to be handed to them; the download is logged. */
export default function UserStatement({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const { t } = useLingui()
  const today = dayOf(useNow(60_000))
  const language = useLanguage()
  const [from, setFrom] = useState(addDays(today, -30))
  const [to, setTo] = useState(today)
  const [document, setDocument] = useState<'bookings' | 'income'>('bookings')
  const [format, setFormat] = useState<'pdf' | 'csv'>('pdf')
  const wrong = !from || !to ? t`Choose both dates.` : to < from ? t`The end date is before the start date.` : undefined
  const file = useDownload({
    endpoint: userStatement,
    input: { params: { id: user.id }, query: { from, to, format, document, language } },
    name: (day) =>
      `${BRAND.toLowerCase()}-${document === 'income' ? 'income' : 'statement'}-${user.id}-${day}.${format}`,
    fallback: t`Failed to load data`,
    inPlace: true,
  })
  const { name } = user
  const thisYear = financialYearOf(today)
  const years = [thisYear, thisYear - 1, thisYear - 2]
  const shownYear = years.find((one) => isSame(financialYear(one, today), { from, to })) ?? ''

  function choosePeriod(period: Period) {
    setFrom(period.from)
    setTo(period.to)
  }

  // Income is requested by the year, movements mostly of the last days.
  function chooseDocument(next: 'bookings' | 'income') {
    setDocument(next)
    choosePeriod(next === 'income' ? financialYear(thisYear, today) : { from: addDays(today, -30), to: today })
  }

  return (
    <Modal
      open
      onClose={onClose}
      title={t`Statement of ${name}`}
      footer={
        <>
          <ErrorBanner message={file.failure} />
          <Button
            disabled={wrong !== undefined}
            running={file.running}
            icon={<Download size={16} aria-hidden />}
            onClick={file.onDownload}
          >{t`Download`}</Button>
        </>
      }
    >
      <p>{t`The same file the person can download. Each download is logged.`}</p>
      <Segmented
        label={t`Document`}
        value={document}
        onChange={chooseDocument}
        options={[
          { value: 'bookings', label: t`All entries` },
          { value: 'income', label: t`Income, for tax` },
        ]}
      />
      {document === 'income' && (
        <Field label={t`Financial year`}>
          <Select
            dense
            value={String(shownYear)}
            placeholder={t`Other dates`}
            onChange={(next) => choosePeriod(financialYear(Number(next), today))}
            options={years.map((one) => ({ value: String(one), label: financialYearName(one) }))}
          />
        </Field>
      )}
      <div className={styles.pair}>
        <Field label={t({ message: 'From', context: 'days' })}>
          <TextInput dense type="date" max={today} value={from} onChange={setFrom} data-first-focus />
        </Field>
        <Field label={t({ message: 'To', context: 'days' })} error={wrong}>
          <TextInput dense type="date" max={today} value={to} onChange={setTo} />
        </Field>
      </div>
      <Segmented
        label={t`File`}
        value={format}
        onChange={setFormat}
        options={[
          { value: 'pdf', label: t`PDF, to read` },
          { value: 'csv', label: t`CSV, for a spreadsheet` },
        ]}
      />
    </Modal>
  )
}

function isSame(one: Period, other: Period): boolean {
  return one.from === other.from && one.to === other.to
}
