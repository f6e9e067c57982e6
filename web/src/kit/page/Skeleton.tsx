import { useLingui } from '@lingui/react/macro'
import styles from './Skeleton.module.css'

type SkeletonProps = { height: number | string; width?: number | string }

/** A placeholder of the final height, so that nothing jumps when the content arrives. */
export function Skeleton({ height, width = '100%' }: SkeletonProps) {
  return <div className={styles.skeleton} style={{ height, width }} aria-hidden="true" />
}

/** Several rows of one height, announced once as loading. */
export function SkeletonRows({ rows, height }: { rows: number; height: number }) {
  const { t } = useLingui()
  return (
    <div className={styles.rows} role="status">
      <span className="visually-hidden">{t`Loading…`}</span>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={height} />
      ))}
    </div>
  )
}
