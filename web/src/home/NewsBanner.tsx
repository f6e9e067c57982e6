import { useLingui } from '@lingui/react/macro'
import { Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { cx } from '../kit/page/cx.ts'
import { Skeleton } from '../kit/page/Skeleton.tsx'
import { useSettingTextOrWait } from '../api/settingText.ts'
import styles from './NewsBanner.module.css'

/**
 * The lines of the setting header_line, scrolling past once in 30 seconds; static, one below the other, if the person prefers
 * reduced motion. Without lines there is no banner, and a failure to load them is not shown.
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

// Rendered twice, one behind the other, so that the first line follows the last without a gap.
function Lines({ lines, isCopy = false }: { lines: string[]; isCopy?: boolean }) {
  return (
    <ul className={cx(styles.lines, isCopy && styles.copy)} aria-hidden={isCopy}>
      {lines.map((line, index) => (
        // Lines have no ids and are never reordered.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index}>{line}</li>
      ))}
    </ul>
  )
}
