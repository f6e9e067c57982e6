import { negate } from '@bittkosh/contract/money'
import { dayOf } from '@bittkosh/contract/time'
import type { TransactionItem } from '@bittkosh/contract/wallet'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ArrowDownLeft, ArrowUpRight, Ban, Hourglass, Sprout } from 'lucide-react'
import { useShownText } from '../kit/money/hiddenAmounts.ts'
import { Money } from '../kit/money/Money.tsx'
import { cx } from '../kit/page/cx.ts'
import { lookBeside } from '../kit/page/dates.ts'
import { When } from '../kit/page/When.tsx'
import styles from './HistoryRow.module.css'
import { ItemState } from './ItemState.tsx'
import { cameToNothing, creditedLater, detailOf, kindOf, nameOf, showsStatus, waits, waitsForCode } from './words.ts'

/** A line of the ledger: the other side, what it was and when, and the amount; opens its receipt, a month its days. */
export function HistoryRow({ item, onOpen }: { item: TransactionItem; onOpen: (key: string) => void }) {
  const { i18n } = useLingui()
  const [name, kind, detail] = [nameOf(item, i18n), kindOf(item, i18n), detailOf(item, i18n)]
  const credited = creditedLater(item)
  const shown = useShownText()
  const look = lookOf(item)
  const { Icon } = looks[look]
  return (
    <button type="button" className={styles.row} onClick={() => onOpen(item.key)}>
      <span className={cx(styles.mark, styles[look])}>
        <Icon size={18} aria-hidden />
      </span>
      <span className={styles.name}>{name}</span>
      <span className={styles.facts}>
        {name !== kind && <>{kind} · </>}
        {waitsForCode(item) && (
          <>
            <Trans>not deducted yet</Trans>
            {' · '}
          </>
        )}
        {credited ? (
          <Trans>
            credited <When at={credited} look={lookBeside(dayOf(credited), dayOf(item.created_at))} />
          </Trans>
        ) : item.entries === null ? (
          <When at={item.created_at} look="time" />
        ) : (
          <>
            <When at={item.created_at} look="month" /> · <Plural value={item.entries} one="# entry" other="# entries" />
          </>
        )}
        {item.account === 'earn' && (
          <>
            {' · '}
            <Trans>in Earn</Trans>
          </>
        )}
        {detail && <> · {shown(detail)}</>}
      </span>
      <span className={cx(styles.amount, look === 'nothing' && styles.struck, look === 'earn' && styles.elsewhere)}>
        <Money
          amount={item.direction === 'in' ? item.amount : negate(item.amount)}
          change={look === 'in' ? true : 'plain'}
          hideable
        />
      </span>
      {showsStatus(item) && (
        <span className={styles.status}>
          <ItemState item={item} />
        </span>
      )}
    </button>
  )
}

/** The effect of a line, shown by its icon and colour. */
const looks = {
  nothing: { Icon: Ban },
  waiting: { Icon: Hourglass },
  earn: { Icon: Sprout },
  in: { Icon: ArrowDownLeft },
  out: { Icon: ArrowUpRight },
} as const

function lookOf(item: TransactionItem): keyof typeof looks {
  if (cameToNothing(item)) return 'nothing'
  if (waits(item)) return 'waiting'
  return item.account === 'earn' ? 'earn' : item.direction
}
