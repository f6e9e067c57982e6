import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { PricedPlan, PriceList } from '../kit/money/PriceList.tsx'
import { useReducedMotion } from '../kit/device/reducedMotion.ts'
import { sampleRows } from './content.ts'
import { JITTER_MS, jitter } from './jitter.ts'
import styles from './PreviewList.module.css'

/** A preview of a signed-in person's list, with simulated prices. */
export function PreviewList() {
  const { t, i18n } = useLingui()
  const rows = useJitteringRows()
  return (
    <div className={styles.preview}>
      <PriceList head={t`Sample plans`}>
        {rows.map((row) => (
          <li key={row.icon}>
            <div>
              <PricedPlan
                icon={row.icon}
                symbol={i18n._(row.name)}
                name={i18n._(row.name)}
                terms={t`${row.days} days · ${row.profit} % at maturity`}
                price={row.price}
                change={row.change}
              />
            </div>
          </li>
        ))}
      </PriceList>
    </div>
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
