import { BRAND } from '@bittkosh/contract/brand'
import { exportOwnData } from '@bittkosh/contract/profile'
import { useLingui } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { useDownload } from '../api/useDownload.ts'
import { Button } from '../kit/actions/Button.tsx'
import { ErrorBanner } from '../kit/page/Banner.tsx'
import { Card } from '../kit/page/Card.tsx'
import styles from './profile.module.css'

/** All data that the platform stores about the person, as a file. */
export function MyDataCard() {
  const { t } = useLingui()
  const data = useDownload({
    endpoint: exportOwnData,
    input: {},
    name: (day) => `${BRAND.toLowerCase()}-my-data-${day}.json`,
    fallback: t`Your data could not be downloaded`,
    inPlace: true,
  })
  return (
    <Card title={t`My data`}>
      <p className={styles.muted}>
        {t`Everything we hold about you in one file: your account, devices, identity documents with their pictures, every transaction and message. It opens in any browser or text editor. Keep it private.`}
      </p>
      <ErrorBanner message={data.failure} />
      <Button
        variant="secondary"
        wide
        icon={<Download size={18} aria-hidden />}
        running={data.running}
        onClick={data.onDownload}
      >{t`Download my data`}</Button>
    </Card>
  )
}
