import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import styles from './PayWays.module.css'

/** The QR code that a merchant got from their bank, for a payer whose app refuses the generated one; nothing if it does not load. */
export function MerchantQr({ url, payeeName }: { url: string; payeeName: string }) {
  const { t } = useLingui()
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return null
  return (
    <details className={styles.own}>
      <summary>{t`Code not working? Use the merchant’s own`}</summary>
      <div className={styles.scan}>
        <img src={url} alt={t`QR code of ${payeeName}`} width={200} height={200} onError={() => setBroken(true)} />
        <p className={styles.caption}>{t`Enter the amount yourself: this code doesn't include it.`}</p>
      </div>
    </details>
  )
}
