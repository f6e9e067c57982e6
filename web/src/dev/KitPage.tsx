import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { messages as english } from '../kit/locales/en.po'
import { messages as hindi } from '../kit/locales/hi.po'
import { formSpecimens } from './formSpecimens.tsx'
import { frameSpecimens } from './frameSpecimens.tsx'
import styles from './KitPage.module.css'
import { showingSpecimens } from './showingSpecimens.tsx'

const columns = [
  { theme: 'light', i18n: setupI18n({ locale: 'en', messages: { en: english } }) },
  { theme: 'dark', i18n: setupI18n({ locale: 'en', messages: { en: english } }) },
  { theme: 'light', i18n: setupI18n({ locale: 'hi', messages: { hi: hindi } }) },
] as const

/** Every component of the kit in light, dark and Hindi, for developers who use it. */
export default function KitPage() {
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>Kit</h1>
      {[...showingSpecimens, ...frameSpecimens, ...formSpecimens].map(({ name, Show }) => (
        <section key={name} className={styles.specimen} aria-label={name}>
          <h2 className={styles.name}>{name}</h2>
          <div className={styles.columns}>
            {columns.map(({ theme, i18n }) => (
              <div key={`${theme} ${i18n.locale}`} data-theme={theme} lang={i18n.locale} className={styles.column}>
                <I18nProvider i18n={i18n}>
                  <Show isHindi={i18n.locale === 'hi'} />
                </I18nProvider>
              </div>
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}
