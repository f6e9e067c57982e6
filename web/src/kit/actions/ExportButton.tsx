import { useLingui } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { Button } from './Button.tsx'

type ExportButtonProps = {
  /** For those who may not download the list. */
  hidden?: boolean
  running: boolean
  format: 'csv' | 'xlsx'
  onExport: () => void
}

/** Downloads all pages of a list; use it with `useExport` of the api. */
export function ExportButton({ hidden = false, running, format, onExport }: ExportButtonProps) {
  const { t } = useLingui()
  if (hidden) return null
  return (
    <Button
      id={format === 'csv' ? 'export' : undefined} // the finder leads there
      variant="secondary"
      size="dense"
      icon={<Download size={16} aria-hidden />}
      running={running}
      onClick={onExport}
      aria-label={format === 'csv' ? t`Download this list as CSV` : t`Download this list as Excel file (XLSX)`}
    >
      {format.toUpperCase()}
    </Button>
  )
}
