import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { setLanguage, useLanguage } from '../device/language.ts'
import { Segmented } from '../actions/Segmented.tsx'
import styles from './LanguageSwitch.module.css'

// Each language is named in that language, so that its readers recognise it.
const languages = [
  { value: 'en', label: 'English', lang: 'en' },
  { value: 'hi', label: 'हिन्दी', lang: 'hi' },
] as const

export function LanguageSwitch() {
  const { t } = useLingui()
  const [hasFailed, setFailed] = useState(false)
  return (
    <>
      <Segmented
        label={t`Language`}
        options={languages}
        value={useLanguage()}
        onChange={(next) => {
          setFailed(false)
          setLanguage(next).catch((error: unknown) => {
            console.error(error)
            setFailed(true)
          })
        }}
      />
      {hasFailed && (
        <p role="alert" className={styles.failure}>
          {t`This language could not be loaded. Check your connection and reload the page.`}
        </p>
      )}
    </>
  )
}
