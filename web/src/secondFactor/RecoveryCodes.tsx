import { useLingui } from '@lingui/react/macro'
import { Banner } from '../kit/page/Banner.tsx'
import { Button } from '../kit/actions/Button.tsx'
import { CopyButton } from '../kit/actions/CopyButton.tsx'
import styles from './SecondFactor.module.css'
import { StayForCodes } from './StayForCodes.tsx'

/** Shown once, for use if the phone is lost. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useLingui()
  return (
    <div className={styles.form}>
      <Banner tone="gain">{t`Your second factor is on.`}</Banner>
      <p>{t`Each of these recovery codes replaces the app once. They are shown only now: print them, or keep them somewhere other than your phone.`}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <CopyButton text={codes.join('\n')} label={t`Copy codes`} size="regular" />
        <Button onClick={onKept}>{t`I have saved them`}</Button>
      </div>
      <StayForCodes when />
    </div>
  )
}
