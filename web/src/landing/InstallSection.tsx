import { BRAND } from '@bittkosh/contract/brand'
import { useLingui } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { AnchorButton, Button } from '../kit/actions/Button.tsx'
import { useInstall } from '../kit/device/install.ts'
import { InstallHelp } from '../kit/page/InstallHelp.tsx'
import styles from './LandingPage.module.css'

/** The install link: the operator's address if there is one, otherwise the browser's prompt, otherwise an explanation. */
export function InstallSection({ address }: { address: string }) {
  const { t } = useLingui()
  const { install } = useInstall()
  const [helpOpen, setHelpOpen] = useState(false)
  const icon = <Download size={20} aria-hidden />
  return (
    <div className={styles.install}>
      <p>{t`Put ${BRAND} on your home screen. It opens like an app, needs no app store, and takes less space than a photo.`}</p>
      {address ? (
        <AnchorButton href={address} target="_blank" rel="noreferrer" variant="secondary" icon={icon}>
          {t`App Install`}
        </AnchorButton>
      ) : (
        <Button
          variant="secondary"
          icon={icon}
          onClick={async () => {
            if (!(await install())) setHelpOpen(true)
          }}
        >
          {t`App Install`}
        </Button>
      )}
      <InstallHelp open={helpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  )
}
