import type { Language } from '@bittkosh/contract/language'
import { getSitePage } from '@bittkosh/contract/site'
import { blocksOf, type SitePage } from '@bittkosh/contract/sitePages'
import { useLingui } from '@lingui/react/macro'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call, type Reading } from '../api/client.ts'
import { failureMessage } from '../api/failure.ts'
import { useLanguage } from '../kit/device/language.ts'
import { Banner } from '../kit/page/Banner.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { Page } from '../kit/page/Page.tsx'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import styles from './OperatorText.module.css'

type Loaded = { data?: Reading<typeof getSitePage>; error?: unknown }

/** The operator's text, rendered as text: only headings and paragraphs, so that it can't contain anything more. */
export default function OperatorTextPage() {
  const { t } = useLingui()
  const page = useLocation().pathname.startsWith('/terms') ? 'terms' : 'privacy'
  const language = useLanguage()
  const [tries, setTries] = useState(1)
  const retry = () => setTries(tries + 1)
  return (
    <Page title={page === 'terms' ? t`Terms` : t`Privacy`}>
      <OperatorText key={`${page} ${language} ${tries}`} page={page} language={language} onRetry={retry} />
    </Page>
  )
}

type OperatorTextProps = { page: SitePage; language: Language; onRetry: () => void }

function OperatorText({ page, language, onRetry }: OperatorTextProps) {
  const { t } = useLingui()
  const [{ data, error }, setText] = useState<Loaded>({})
  // Visitors have no cache of server data: it is loaded with the frame of signed-in people.
  useEffect(() => void load(page, language).then(setText), [page, language])
  if (data)
    return (
      <article className={styles.text} lang={data.language}>
        {data.is_sample && <Banner>{t`This is a sample text that the operator has not replaced yet.`}</Banner>}
        {blocksOf(data.text).map(({ kind, text: words }, index) =>
          // The blocks of one text are never reordered.
          kind === 'heading' ? <h2 key={index}>{words}</h2> : <p key={index}>{words}</p>,
        )}
      </article>
    )
  if (error) {
    const retry = { isFetching: false, refetch: onRetry }
    return <FailedState message={failureMessage(error, t`The text could not be loaded`)} retry={retry} />
  }
  return <SkeletonRows rows={8} height={32} />
}

async function load(page: SitePage, language: Language): Promise<Loaded> {
  try {
    return { data: await call(getSitePage, { params: { page }, query: { language } }) }
  } catch (error) {
    return { error }
  }
}
