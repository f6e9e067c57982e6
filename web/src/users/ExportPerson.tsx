import { BRAND } from '@bittkosh/contract/brand'
import { exportPerson } from '@bittkosh/contract/users'
import { useLingui } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { useDownload } from '../api/useDownload.ts'
import { Button } from '../kit/actions/Button.tsx'

/** All data that the platform stores about one person as a file, for those who may; the export is logged. */
export function ExportPerson({ id }: { id: number }) {
  const { t } = useLingui()
  const data = useDownload({
    endpoint: exportPerson,
    input: { params: { id } },
    name: (day) => `${BRAND.toLowerCase()}-person-${id}-${day}.json`,
    fallback: t`The data could not be exported`,
  })
  if (data.hidden) return null
  return (
    <Button
      variant="secondary"
      size="dense"
      icon={<Download size={16} aria-hidden />}
      running={data.running}
      onClick={data.onDownload}
    >{t`Export this person’s data`}</Button>
  )
}
