import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Button } from '../kit/actions/Button.tsx'
import { Notice } from './Notice.tsx'
import { startServiceWorker, useNewVersion } from './serviceWorker.ts'

/** A new version waits until the person agrees, so that no half-filled form is lost to a reload. */
export default function UpdatePrompt() {
  const { t } = useLingui()
  const changeOver = useNewVersion()
  useEffect(startServiceWorker, [])
  const [later, setLater] = useState(false)
  if (!changeOver || later) return null
  return (
    <Notice text={t`A new version is ready.`}>
      <Button variant="quiet" onClick={() => setLater(true)}>{t`Later`}</Button>
      <Button onClick={changeOver}>{t`Update`}</Button>
    </Notice>
  )
}
