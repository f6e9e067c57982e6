import { useLingui } from '@lingui/react/macro'
import { CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { CopyButton } from '../actions/CopyButton.tsx'
import { useShownText } from './hiddenAmounts.ts'
import { Khata, KhataRow } from './Khata.tsx'
import styles from './Result.module.css'
import { ShareButton } from './ShareButton.tsx'

type ResultProps = {
  /** What happened, with the amount: '₹10,000.00 is on its way'. */
  headline: string
  /** The success message, for a record made just now: shown for three seconds beside the headline. */
  said?: string | null
  /** The record's public number. */
  number: string
  /** Rows, and `KhataTotal drawn={isFresh}`. */
  children: ReactNode
  /** What happens next, with how long it usually takes (`UsualWait`). */
  next: ReactNode
  /** The one next step, a ButtonLink. */
  action?: ReactNode
  /** The way out, a secondary ButtonLink 'Done'. */
  done: ReactNode
}

const SAID_MS = 3000

/** The end of a money flow: what happened, its record with its number, what happens next, and one next step. */
export function Result({ headline, said = null, number, children, next, action, done }: ResultProps) {
  const { t } = useLingui()
  const shown = useShownText()
  const heading = useRef<HTMLHeadingElement>(null)
  const isSaid = useForAWhile(said !== null)

  // The button that led here is gone: the focus moves to the result, so that a screen reader continues there.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])

  return (
    <section className={styles.result} aria-labelledby="result">
      <div className={styles.head}>
        <CircleCheck size={32} aria-hidden className={styles.mark} />
        <h2 id="result" ref={heading} tabIndex={-1} className={styles.headline}>
          {shown(headline)}
        </h2>
        {said !== null && (
          <p className={styles.said} role="status" hidden={!isSaid}>
            {said}
          </p>
        )}
      </div>
      <Khata document>
        {children}
        <KhataRow label={t`Receipt number`}>
          <span className={styles.number}>
            {number} <CopyButton text={number} label={t`Copy`} name={t`Copy number`} size="dense" />
          </span>
        </KhataRow>
      </Khata>
      <div className={styles.next}>
        <h3 className={styles.nextTitle}>{t`What happens next`}</h3>
        {next}
      </div>
      <div className={styles.actions}>
        {action}
        <div className={styles.pair}>
          <ShareButton title={headline} lines={[t`Receipt ${number}`]} />
          {done}
        </div>
      </div>
    </section>
  )
}

function useForAWhile(begins: boolean): boolean {
  const [is, setIs] = useState(begins)
  useEffect(() => {
    if (!begins) return
    const timer = setTimeout(() => setIs(false), SAID_MS)
    return () => clearTimeout(timer)
  }, [begins])
  return is
}
