import { useLingui } from '@lingui/react/macro'
import { Info } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../actions/Button.tsx'
import { Modal } from '../overlays/Modal.tsx'
import styles from './SimulatedChip.module.css'

/** Marks every price that moves without a market behind it. */
export function SimulatedChip() {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={styles.button} onClick={() => setOpen(true)}>
        <span className={styles.chip}>
          {t`Simulated price`}
          <Info size={14} role="img" aria-label={t`What does this mean?`} />
        </span>
      </button>
      <Modal
        open={open}
        onClose={() => setOpen(false)}
        title={t`Simulated price`}
        footer={<Button onClick={() => setOpen(false)}>{t`Got it`}</Button>}
      >
        <p>{t`The moving price is for display only. It doesn't come from any market, and nobody buys or sells at it.`}</p>
        <p>{t`Your profit does not depend on it: the plan fixes the percentage and the number of days before you invest.`}</p>
      </Modal>
    </>
  )
}
