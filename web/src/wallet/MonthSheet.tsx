import type { TransactionItem } from '@bittkosh/contract/wallet'
import { useLingui } from '@lingui/react/macro'
import { failureMessage } from '../api/failure.ts'
import { PagedList } from '../kit/lists/PagedList.tsx'
import { Khata, KhataRow, KhataTotal } from '../kit/money/Khata.tsx'
import { Money } from '../kit/money/Money.tsx'
import { Modal } from '../kit/overlays/Modal.tsx'
import { When } from '../kit/page/When.tsx'
import { type PeriodName, useDaysOf } from './api.ts'
import { titleOf } from './words.ts'

type MonthSheetProps = {
  month: TransactionItem
  /** The filter that the line of the month was summed under. */
  period: PeriodName | undefined
  onClose: () => void
}

/** The days that one line of a month stands for, and their sum. */
export function MonthSheet({ month, period, onClose }: MonthSheetProps) {
  const { t, i18n } = useLingui()
  const days = useDaysOf(month, period)
  return (
    <Modal open shape="sheet" title={titleOf(month, i18n)} onClose={onClose}>
      <PagedList
        query={days}
        skeleton={{ rows: 6, height: 40 }}
        failure={failureMessage(days.error, t`Failed to load transaction data`)}
        empty={null}
      >
        {(items) => (
          <Khata document title={<When at={month.created_at} look="month" />}>
            {items.map((item) => (
              <KhataRow key={item.key} label={<When at={item.created_at} look="date" />} note={item.counterparty}>
                <Money amount={item.amount} hideable />
              </KhataRow>
            ))}
            <KhataTotal label={days.isCut ? t`Together` : t`The whole month`}>
              <Money amount={month.amount} hideable />
            </KhataTotal>
          </Khata>
        )}
      </PagedList>
    </Modal>
  )
}
