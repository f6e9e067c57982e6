import { type Paise, trimmedRupees } from '@bittkosh/contract/money'
import { getProfile, seeWelcome } from '@bittkosh/contract/profile'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Sprout } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call } from '../api/client.ts'
import { reading } from '../api/queries.ts'
import { refresh } from '../api/refresh.ts'
import { Button } from '../kit/actions/Button.tsx'
import { Modal } from '../kit/overlays/Modal.tsx'
import styles from './WelcomePopup.module.css'

/** Opens on the first visit after registration; the server remembers that it was shown, so it never opens again. */
export function WelcomePopup() {
  const { data: profile, isFetching, isError } = useQuery(reading(getProfile))
  // A profile that was stored on the device, or could not be refetched, may be from before the popup was shown.
  const owed = isFetching || isError ? null : (profile?.welcome_bonus ?? null)
  // Kept in state: once the server has recorded the visit, the profile no longer contains the bonus while the popup is still open.
  const [bonus, setBonus] = useState<Paise | null>(null)
  if (owed !== null && bonus === null) setBonus(owed)
  return bonus === null ? null : <OpenOnce bonus={bonus} />
}

function OpenOnce({ bonus }: { bonus: Paise }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(true)
  useEffect(() => {
    call(seeWelcome, {})
      .then(() => refresh(getProfile))
      .catch((error: unknown) => console.error(error)) // the only effect: the popup opens again at the next visit
  }, [])
  const amount = trimmedRupees(bonus)
  const close = () => setOpen(false)
  const start = () => {
    close()
    document.getElementById('plans')?.scrollIntoView() // below the account on a phone
  }
  return (
    <Modal
      open={open}
      onClose={close}
      title={t`Welcome Bonus!`}
      footer={<Button wide onClick={start}>{t`Start Investing`}</Button>}
    >
      <div className={styles.content}>
        <Sprout size={40} aria-hidden className={styles.sprout} />
        <p>{t`Congratulations! You've received ${amount} in your flexible deposit account as a welcome bonus.`}</p>
      </div>
    </Modal>
  )
}
