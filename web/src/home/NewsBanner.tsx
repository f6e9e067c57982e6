import { useLingui } from '@lingui/react/macro'
import { Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { cx } from '../kit/page/cx.ts'
import { Skeleton } from '../kit/page/Skeleton.tsx'
import { useSettingTextOrWait } from '../settings/api.ts'
import styles from './NewsBanner.module.css'

/**
 * The lines of setting header_line, passing once in 30 seconds; at rest, one below the other, where the person asked
 * for less motion. Without them there is no banner: that they can't be read is nobody's concern here.
 */
export function NewsBanner() {
  const { t } = useLingui()
  const [paused, setPaused] = useState(false)
  const text = useSettingTextOrWait('header_line')
  if (text === undefined) return <Skeleton height={46} />
  const lines = (text ?? '').split('\n').flatMap((line) => line.trim() || [])
  if (lines.length === 0) return null
  return (
    <section className={styles.banner} aria-label={t`News`}>
      <div className={styles.window}>
        <div className={cx(styles.track, paused && styles.paused)}>
          <Lines lines={lines} />
          <Lines lines={lines} isCopy />
        </div>
      </div>
      <button
        type="button"
        className={styles.pause}
        aria-label={paused ? t`Play` : t`Pause`}
        onClick={() => setPaused(!paused)}
      >
        {paused ? <Play size={16} aria-hidden /> : <Pause size={16} aria-hidden />}
      </button>
    </section>
  )
}

// Twice, one behind the other, so that the first line follows the last without a gap.
function Lines({ lines, isCopy = false }: { lines: string[]; isCopy?: boolean }) {
  return (
    <ul className={cx(styles.lines, isCopy && styles.copy)} aria-hidden={isCopy}>
      {lines.map((line, index) => (
        // Lines have no ids and never change places.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index}>{line}</li>
      ))}
    </ul>
  )
}
