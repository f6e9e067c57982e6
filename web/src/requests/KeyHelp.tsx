import { useLingui } from '@lingui/react/macro'
import { useStore } from '../kit/device/store.ts'
import { Switch } from '../kit/forms/Checkbox.tsx'
import { KeyValues } from '../kit/lists/KeyValues.tsx'
import { Modal } from '../kit/overlays/Modal.tsx'
import { reviewKeys } from './useReviewKeys.ts'

/** The keys of a queue, and whether they are on. */
export function KeyHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const isOn = useStore(reviewKeys) === 'on'
  return (
    <Modal open={open} onClose={onClose} title={t`Keyboard shortcuts`}>
      <KeyValues
        items={[
          { label: 'J', value: t`Next row` },
          { label: 'K', value: t`Previous row` },
          { label: 'A', value: t`Approve: opens the confirmation` },
          { label: 'R', value: t`Reject: opens the reasons, 1 to 6 choose one` },
          { label: '/', value: t`Search` },
          { label: '?', value: t`This list` },
        ]}
      />
      <Switch
        label={t`Keyboard shortcuts are on`}
        checked={isOn}
        onChange={(checked) => reviewKeys.set(checked ? 'on' : 'off')}
      />
    </Modal>
  )
}
