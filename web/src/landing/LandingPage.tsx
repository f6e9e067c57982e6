import { BRAND, TAGLINE } from '@bittkosh/contract/brand'
import { SAMPLE_FIGURES } from '@bittkosh/contract/sampleFigures'
import { useLingui } from '@lingui/react/macro'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useSite } from '../api/site.ts'
import { ButtonLink } from '../kit/actions/Button.tsx'
import { RiskLine } from '../kit/money/RiskLine.tsx'
import { useLanguage } from '../kit/device/language.ts'
import { features, testimonials } from './content.ts'
import { Figures } from './Figures.tsx'
import { InstallSection } from './InstallSection.tsx'
import styles from './LandingPage.module.css'
import { PreviewList } from './PreviewList.tsx'
import { Quotes } from './Quotes.tsx'
import { WorkedSum } from './WorkedSum.tsx'

/** The pages of an account book: a margin with numbers, a double rule, and the text beside it. */
export default function LandingPage() {
  const { t, i18n } = useLingui()
  const language = useLanguage()
  const site = useSite()
  const { mobile } = useSearch({ from: '/' })
  const figures = site?.figures ?? { are_samples: true, ...SAMPLE_FIGURES[language] }
  useEffect(() => {
    document.title = `${BRAND} · ${TAGLINE}`
  }, [])
  return (
    <div className={styles.book}>
      <div className={styles.hero}>
        <div className={styles.promise}>
          <h1
            tabIndex={-1}
            className={styles.headline}
          >{t`Before you put money in, read what comes out, and on which day.`}</h1>
          <p className={styles.lead}>
            {t`Crypto plans with a fixed number of days and a fixed profit, kept like an account book: every line in rupees and paise, every total underlined twice.`}
          </p>
          <div className={styles.actions}>
            <ButtonLink to="/register">{t`Open an account`}</ButtonLink>
            <ButtonLink to="/login" variant="secondary">{t`Login`}</ButtonLink>
          </div>
        </div>
        <WorkedSum />
      </div>
      <div className={styles.risk}>{site && <RiskLine text={site.risk_disclosure} />}</div>

      <Leaf number={1} title={t`What is in the book`}>
        <ul className={styles.features}>
          {features.map(({ title, text }) => (
            <li key={title.id}>
              <h3>{i18n._(title)}</h3>
              <p>{i18n._(text)}</p>
            </li>
          ))}
        </ul>
      </Leaf>
      <Leaf
        number={2}
        title={t`How the plan list looks`}
        lead={t`The prices move to keep the list lively. Your profit doesn't follow them: the plan fixes it.`}
      >
        <PreviewList />
      </Leaf>
      <Leaf number={3} title={figures.are_samples ? t`What it could add up to` : t`What it adds up to`}>
        <Figures figures={figures} />
        <Quotes />
        <p className={styles.honesty}>
          {figures.are_samples ? t`Illustrative figures and quotes` : testimonials.areSamples && t`Illustrative quotes`}
        </p>
      </Leaf>
      {!mobile && (
        <Leaf number={4} title={t`Keep it at hand`}>
          <InstallSection address={site?.app_install_url ?? ''} />
        </Leaf>
      )}
    </div>
  )
}

type LeafProps = { number: number; title: string; lead?: string; children: ReactNode }

function Leaf({ number, title, lead, children }: LeafProps) {
  return (
    <section className={styles.leaf}>
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      <div className={styles.written}>
        <h2>{title}</h2>
        {lead && <p className={styles.lead}>{lead}</p>}
        {children}
      </div>
    </section>
  )
}
