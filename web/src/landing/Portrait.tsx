import type { Testimonial } from './content.ts'
import styles from './Portrait.module.css'

/** A drawn portrait of a made-up person: head, shoulders, and one distinguishing feature. */
export function Portrait({ look }: { look: Testimonial['portrait'] }) {
  return (
    <svg viewBox="0 0 56 56" width="56" height="56" className={styles.portrait} aria-hidden="true">
      <rect width="56" height="56" className={styles.ground} />
      {look === 'long' && <path className={styles.hair} d="M15 44c-3-20 1-33 13-33s16 13 13 33Z" />}
      {look === 'bun' && <circle className={styles.hair} cx="28" cy="9" r="6" />}
      <path className={styles.dress} d="M8 56c0-11 8-16 20-16s20 5 20 16Z" />
      <path className={styles.skin} d="M24 33h8v8c0 3-8 3-8 0Z" />
      <ellipse className={styles.skin} cx="28" cy="26" rx="9.5" ry="11" />
      {look === 'bun' && (
        <path className={styles.hair} d="M18 26c-1-11 4-14 10-14s11 3 10 14c-2-6-6-8-10-8s-8 2-10 8Z" />
      )}
      {look === 'long' && (
        <path className={styles.hair} d="M18 29c-2-13 4-17 10-17s12 4 10 17c-1-6-4-9-8-11-3 4-8 5-12 11Z" />
      )}
      {look === 'beard' && (
        <>
          <path className={styles.hair} d="M18 23c-1-9 4-12 10-12s11 3 10 12c-1-3-2-5-4-6H22c-2 1-3 3-4 6Z" />
          <path
            className={styles.hair}
            d="M18.5 27c1 4 3 4 5 4 2-1 7-1 9 0 2 0 4 0 5-4 1 8-3 12-9.5 12S17.5 35 18.5 27Z"
          />
        </>
      )}
      {look === 'bun' && <circle className={styles.mark} cx="28" cy="20.5" r="1.3" />}
      {look === 'long' && <path className={styles.mark} d="M16 50c6-5 18-5 24 0l-2 3c-6-4-14-4-20 0Z" />}
      <path className={styles.line} d="M23.5 26h1.6M31 26h1.6M25.5 32.5c1.5 1.2 3.5 1.2 5 0" />
    </svg>
  )
}
