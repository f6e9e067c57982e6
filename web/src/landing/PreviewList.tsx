import { formatRupees, paise } from '@bittkosh/contract/money'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Change } from '../kit/Change.tsx'
import { CoinIcon } from '../kit/CoinIcon.tsx'
import { useReducedMotion } from '../kit/reducedMotion.ts'
import { SimulatedChip } from '../kit/SimulatedChip.tsx'
import { sampleRows } from './content.ts'
import { JITTER_MS, jitter, type SampleRow } from './jitter.ts'
import styles from './PreviewList.module.css'

/** What a signed-in person's list looks like, with prices that are made here. */
export function PreviewList() {
  const { t } = useLingui()
  const rows = useJitteringRows()
  return (
    <div className={styles.list}>
      <div className={styles.head}>
        <span>{t`Sample plans`}</span>
        <SimulatedChip />
      </div>
      <ul>
        {rows.map((row) => (
          <li key={row.name} className={styles.row}>
            <CoinIcon url={row.icon} symbol={row.name} />
            <span className={styles.plan}>
              <span className={styles.name}>{row.name}</span>
              <span className={styles.terms}>{t`${row.days} days · ${row.profit} % at maturity`}</span>
            </span>
            <Price row={row} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Price({ row }: { row: SampleRow }) {
  const hundredths = Math.round(Math.abs(row.change) * 100)
  const direction = hundredths === 0 ? 'flat' : row.change > 0 ? 'up' : 'down'
  return (
    <span className={styles.price}>
      <span className={styles.figure}>{formatRupees(paise(BigInt(Math.round(row.price * 100))))}</span>
      <Change direction={direction} text={`${(hundredths / 100).toFixed(2)} %`} />
    </span>
  )
}

function useJitteringRows() {
  const still = useReducedMotion()
  const [rows, setRows] = useState(sampleRows)
  useEffect(() => {
    if (still) return
    const timer = setInterval(() => setRows((before) => before.map((row) => jitter(row, Math.random))), JITTER_MS)
    return () => clearInterval(timer)
  }, [still])
  return rows
}
