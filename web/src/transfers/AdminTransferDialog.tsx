import type { AdminTransfer } from '@bittkosh/contract/transfers'
import { useLingui } from '@lingui/react/macro'
import { useTrail } from '../api/useTrail.ts'
import { Khata, KhataRow, KhataTotal } from '../kit/Khata.tsx'
import { KeyValues } from '../kit/KeyValues.tsx'
import { Modal } from '../kit/Modal.tsx'
import { Money } from '../kit/Money.tsx'
import { StatusBadge } from '../kit/StatusBadge.tsx'
import { RecordTrail } from '../kit/Trail.tsx'
import { When } from '../kit/When.tsx'
import { Person } from './Person.tsx'

/** One transfer: who sent what to whom, when each step was, and what was logged. */
export function AdminTransferDialog({ transfer, onClose }: { transfer: AdminTransfer; onClose: () => void }) {
  const { t } = useLingui()
  const trail = useTrail('transfer', transfer.id)
  return (
    <Modal open onClose={onClose} title={t`Transfer BP-${transfer.id}`} shape="sheet">
      <Khata document>
        <KhataRow label={t`Amount`}>
          <Money amount={transfer.amount} />
        </KhataRow>
        <KhataRow label={t`Fee`}>
          <Money amount={transfer.processing_fee} />
        </KhataRow>
        <KhataTotal label={t`Deducted`}>
          <Money amount={transfer.total_deducted} />
        </KhataTotal>
      </Khata>
      <KeyValues
        items={[
          { label: t`Status`, value: <StatusBadge status={transfer.status} /> },
          { label: t`Sender`, value: <Person person={transfer.sender} /> },
          { label: t`Receiver`, value: <Person person={transfer.receiver} /> },
          { label: t`Note`, value: transfer.note },
          { label: t`Started`, value: <When at={transfer.created_at} /> },
          { label: t`Code valid until`, value: <When at={transfer.otp_expires_at} look="time" /> },
          { label: t`Completed`, value: transfer.completed_at && <When at={transfer.completed_at} /> },
        ]}
      />
      <RecordTrail {...trail} />
    </Modal>
  )
}
