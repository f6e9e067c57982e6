import { BRAND } from '@bittkosh/contract/brand'
import { downloadPayoutFile, IMPS_AMOUNT_MAX, payoutFormats, payoutWays } from '@bittkosh/contract/payoutBatches'
import { useLingui } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useDownload } from '../api/useDownload.ts'
import { Button } from '../kit/actions/Button.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { Select } from '../kit/forms/Select.tsx'
import { moneyText } from '../kit/money/Money.tsx'
import { Card } from '../kit/page/Card.tsx'
import styles from './PayoutBatches.module.css'

/** The bank's bulk file of the waiting payouts that this admin must pay. */
export function PayoutFile({ id }: { id: number }) {
  const { t } = useLingui()
  const [way, setWay] = useState<string>(payoutWays[0])
  const [format, setFormat] = useState<string>(payoutFormats[0])
  const query = {
    way: payoutWays.find((one) => one === way) ?? payoutWays[0],
    format: payoutFormats.find((one) => one === format) ?? payoutFormats[0],
  }
  const file = useDownload({
    endpoint: downloadPayoutFile,
    input: { params: { id }, query },
    name: (day) => `${BRAND.toLowerCase()}-payouts-${id}-${day}.${query.format}`,
    fallback: t`The file could not be downloaded`,
  })
  if (file.hidden) return null
  return (
    <Card title={t`File for the bank`}>
      <div className={styles.form}>
        <p>{t`It contains full account numbers. Every download is logged; give each payment to the bank only once.`}</p>
        <div className={styles.file}>
          <Field label={t`Payment type`}>
            <Select
              value={way}
              onChange={setWay}
              options={[
                { value: 'neft', label: t`NEFT` },
                { value: 'imps', label: t`IMPS up to ${moneyText(IMPS_AMOUNT_MAX, { decimals: 0 })}` },
              ]}
            />
          </Field>
          <Field label={t`Format`}>
            <Select
              value={format}
              onChange={setFormat}
              options={payoutFormats.map((value) => ({ value, label: value.toUpperCase() }))}
            />
          </Field>
          <div>
            <Button icon={<Download size={16} aria-hidden />} running={file.running} onClick={file.onDownload}>
              {t`Download the file`}
            </Button>
          </div>
        </div>
      </div>
    </Card>
  )
}
