import { cx } from '../page/cx.ts'
import styles from './Change.module.css'

/** A rise or fall, shown by triangle, sign and colour together. `text` is the figure without its sign: '0.42 %'. */
export function Change({ direction, text }: { direction: 'up' | 'down' | 'flat'; text: string }) {
  if (direction === 'flat') return <span className={styles.change}>{text}</span>
  return (
    <span className={cx(styles.change, styles[direction])}>
      <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
        <path d={direction === 'up' ? 'M5 1 9.5 9h-9Z' : 'M5 9 .5 1h9Z'} fill="currentColor" />
      </svg>
      {direction === 'up' ? '+' : '−'}
      {text}
    </span>
  )
}
