import { BRAND } from '@bittkosh/contract/brand'
import { listAudit } from '@bittkosh/contract/audit'
import {
  downloadPayoutFile,
  IMPS_AMOUNT_MAX,
  payoutBatchById,
  type PayoutBatchDetails,
  payoutFormats,
  payoutWays,
} from '@bittkosh/contract/payoutBatches'
import { listWithdrawals } from '@bittkosh/contract/withdrawals'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { refresh } from '../api/refresh.ts'
import { useDownload } from '../api/useDownload.ts'
import { Button } from '../kit/actions/Button.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { Select } from '../kit/forms/Select.tsx'
import { moneyText } from '../kit/money/Money.tsx'
import { ConfirmDialog } from '../kit/overlays/ConfirmDialog.tsx'
import { Card } from '../kit/page/Card.tsx'
import { When } from '../kit/page/When.tsx'
import styles from './PayoutBatches.module.css'

/** The bank's bulk file of the waiting payouts that this admin must pay. */
export function PayoutFile({ batch }: { batch: PayoutBatchDetails }) {
  const { t } = useLingui()
  const { id } = batch
  const wasDownloaded = batch.downloads.length > 0
  const [isAsking, setAsking] = useState(false)
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
    onDone: () => void refresh(payoutBatchById, listWithdrawals, listAudit),
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
            <Button
              variant={wasDownloaded ? 'secondary' : 'primary'}
              icon={<Download size={16} aria-hidden />}
              running={file.running}
              onClick={wasDownloaded ? () => setAsking(true) : file.onDownload}
            >
              {t`Download the file`}
            </Button>
          </div>
        </div>
        <Downloads batch={batch} />
      </div>
      {isAsking && (
        <ConfirmDialog
          open
          title={t`Download the file again?`}
          confirmLabel={t`Download again`}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            file.onDownload()
          }}
        >
          <div className={styles.form}>
            <div>
              <Downloads batch={batch} />
            </div>
            <p>{t`Only if the bank did not get the file. With two files it pays twice, and money paid twice is gone.`}</p>
          </div>
        </ConfirmDialog>
      )}
    </Card>
  )
}

/** When the file was downloaded, and by whom: from then on the bank may have it. */
export function Downloads({ batch: { downloads } }: { batch: PayoutBatchDetails }) {
  return downloads.map(({ by: { name }, at, rows }) => (
    <p key={at.getTime()}>
      <Trans>
        Downloaded <When at={at} /> by {name} (<Plural value={rows} one="# payment" other="# payments" />)
      </Trans>
    </p>
  ))
}
