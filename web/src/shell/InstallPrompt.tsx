import { BRAND } from '@bittkosh/contract/brand'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Button } from '../kit/actions/Button.tsx'
import { useInstall } from '../kit/device/install.ts'
import { InstallHelp } from '../kit/page/InstallHelp.tsx'
import { noteVisit, useInstallOffer } from '../kit/device/installOffer.ts'
import { Notice } from './Notice.tsx'

/**
 * Offers once to install, after a second visit or a first deposit; on iPhones it explains how, because Safari has no install
 * prompt.
 */
export function InstallPrompt() {
  const { t } = useLingui()
  const { canPrompt, install, isInstalled, isIos } = useInstall()
  const { due, answered } = useInstallOffer()
  const [helpOpen, setHelpOpen] = useState(false)
  useEffect(noteVisit, [])
  if (helpOpen) return <InstallHelp open onClose={() => setHelpOpen(false)} />
  if (!due || isInstalled || !(canPrompt || isIos)) return null
  return (
    <Notice text={t`Keep ${BRAND} on your home screen`}>
      <Button variant="quiet" onClick={answered}>{t`Not now`}</Button>
      <Button
        onClick={async () => {
          answered()
          if (!(await install())) setHelpOpen(true)
        }}
      >
        {canPrompt ? t`Install` : t`How to install`}
      </Button>
    </Notice>
  )
}
