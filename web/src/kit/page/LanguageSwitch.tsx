import { useLingui } from '@lingui/react/macro'
import { setLanguage, useLanguage } from '../device/language.ts'
import { Segmented } from '../actions/Segmented.tsx'

// Each language is named in that language, so that its readers recognise it.
const languages = [
  { value: 'en', label: 'English', lang: 'en' },
  { value: 'hi', label: 'हिन्दी', lang: 'hi' },
] as const

export function LanguageSwitch() {
  const { t } = useLingui()
  return (
    <Segmented
      label={t`Language`}
      options={languages}
      value={useLanguage()}
      onChange={(next) => void setLanguage(next)}
    />
  )
}
