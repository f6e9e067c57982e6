import { useLingui } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { Button } from './Button.tsx'
import styles from './ExportButtons.module.css'

type Shown = { running: boolean; onDownload: () => void }

type ExportButtonsProps = {
  /** For those who may not download the list. */
  hidden?: boolean
  csv: Shown
  xlsx: Shown
}

/** Downloads all pages of a list; use it with `useExport` of the api. */
export function ExportButtons({ hidden = false, csv, xlsx }: ExportButtonsProps) {
  const { t } = useLingui()
  if (hidden) return null
  const look = { variant: 'secondary', size: 'dense', icon: <Download size={16} aria-hidden /> } as const
  return (
    <span className={styles.pair}>
      <Button
        id="export" // the finder links to it
        {...look}
        running={csv.running}
        onClick={csv.onDownload}
        aria-label={t`Download this list as CSV`}
      >
        CSV
      </Button>
      <Button
        {...look}
        running={xlsx.running}
        onClick={xlsx.onDownload}
        aria-label={t`Download this list as Excel file (XLSX)`}
      >
        XLSX
      </Button>
    </span>
  )
}
