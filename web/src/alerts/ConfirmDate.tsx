import { listAlerts } from '@bittkosh/contract/alerts'
import { confirmDate, readDate } from '@bittkosh/contract/calendar'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../api/may.ts'
import { reading } from '../api/queries.ts'
import { useConfirm } from '../api/useConfirm.ts'
import { Button } from '../kit/actions/Button.tsx'
import { ConfirmDialog } from '../kit/overlays/ConfirmDialog.tsx'
import { When } from '../kit/page/When.tsx'

type DoubtedDate = { day: string; trusted: string }

/** Asks whether the server's date is today; shows nothing once no date is in doubt. */
export function ConfirmDate() {
  const { t } = useLingui()
  const may = useMay()
  // The date that was asked about: a later reply may doubt another one, and interest follows the confirmed one.
  const [asked, setAsked] = useState<DoubtedDate | null>(null)
  const standing = useQuery(reading(readDate)).data
  if (!standing?.doubted_day || !standing.trusted_day || !may(confirmDate)) return null
  const shown = { day: standing.doubted_day, trusted: standing.trusted_day }
  return (
    <>
      <Button size="dense" onClick={() => setAsked(shown)}>{t`Confirm the date`}</Button>
      {asked && <Question asked={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

function Question({ asked, onClose }: { asked: DoubtedDate; onClose: () => void }) {
  const { t } = useLingui()
  const dialog = useConfirm({
    endpoint: confirmDate,
    fallback: t`The date could not be confirmed`,
    success: t`The date is confirmed`,
    refreshes: [readDate, listAlerts],
    input: { body: { day: asked.day } },
    onClose,
  })
  return (
    <ConfirmDialog {...dialog} title={t`Is this today?`} confirmLabel={t`Yes, this is today`}>
      <p>
        <Trans>
          A server reports that today is <When at={asked.day} look="date" />. The last day before that was{' '}
          <When at={asked.trusted} look="date" />.
        </Trans>
      </p>
      <p>{t`If you confirm, interest is posted for every day in between, and that can’t be undone. If the date is wrong, correct the server’s clock instead.`}</p>
    </ConfirmDialog>
  )
}
