import { useLingui } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { Button } from './Button.tsx'

/** Downloads all pages of a list; use it with `useExport` of the api. */
export function ExportButton({ running, onExport }: { running: boolean; onExport: () => void }) {
  const { t } = useLingui()
  return (
    <Button
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
