import { useLingui } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { Banner, takeFocus } from '../kit/page/Banner.tsx'
import { Button } from '../kit/actions/Button.tsx'
import { CopyButton } from '../kit/actions/CopyButton.tsx'
import { saveFile } from '../kit/device/saveFile.ts'
import styles from './SecondFactor.module.css'
import { StayForCodes } from './StayForCodes.tsx'

/** Shown once, for use if the phone is lost. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useLingui()
  const text = codes.join('\n')
  return (
    <div className={styles.form}>
      <Banner tone="gain" ref={takeFocus}>{t`Your second factor is on.`}</Banner>
      <p>{t`Each of these recovery codes replaces the app once. They are shown only now: print them, or keep them somewhere other than your phone.`}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <CopyButton text={text} label={t`Copy codes`} size="regular" />
        <Button
          variant="secondary"
          icon={<Download size={16} aria-hidden />}
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')}
        >{t`Save as a file`}</Button>
        <Button onClick={onKept}>{t`I have saved them`}</Button>
      </div>
      <StayForCodes when />
    </div>
  )
}
