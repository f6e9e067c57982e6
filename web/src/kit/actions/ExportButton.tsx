import { useLingui } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { Button } from './Button.tsx'

type ExportButtonProps = {
  /** For those who may not download the list. */
  hidden?: boolean
  running: boolean
  onExport: () => void
}

/** Downloads all pages of a list; use it with `useExport` of the api. */
export function ExportButton({ hidden = false, running, onExport }: ExportButtonProps) {
  const { t } = useLingui()
  if (hidden) return null
  return (
    <Button
      id="export"
      variant="secondary"
      size="dense"
      icon={<Download size={16} aria-hidden />}
      running={running}
      onClick={onExport}
      aria-label={t`Download this list as CSV`}
    >
      {t`CSV`}
    </Button>
  )
}
