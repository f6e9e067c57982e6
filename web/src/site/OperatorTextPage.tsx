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

/** What the operator wrote, as text: headings and paragraphs, and nothing that could be more than that. */
export default function OperatorTextPage() {
  const { t } = useLingui()
  const page = useLocation().pathname.startsWith('/terms') ? 'terms' : 'privacy'
  const title = page === 'terms' ? t`Terms` : t`Privacy`
  const language = useLanguage()
  const [text, setText] = useState<Loaded>({})
  // Visitors have no cache of server data: that comes with the frame of who is signed in.
  useEffect(() => {
    let isLeft = false
    void load(page, language).then((loaded) => isLeft || setText(loaded))
    return () => {
      isLeft = true
    }
  }, [page, language])
  return (
    <Page title={title}>
      {text.data ? (
        <article className={styles.text} lang={text.data.language}>
          {text.data.is_sample && <Banner>{t`This is a sample text that the operator has not replaced yet.`}</Banner>}
          {blocksOf(text.data.text).map(({ kind, text: words }, index) =>
            // The blocks of one text never change their order.
            kind === 'heading' ? <h2 key={index}>{words}</h2> : <p key={index}>{words}</p>,
          )}
        </article>
      ) : text.error ? (
        <FailedState
          message={failureMessage(text.error, t`The text could not be loaded`)}
          running={false}
          onRetry={() => void load(page, language).then(setText)}
        />
      ) : (
        <SkeletonRows rows={8} height={32} />
      )}
    </Page>
  )
}

async function load(page: SitePage, language: Language): Promise<Loaded> {
  try {
    return { data: await call(getSitePage, { params: { page }, query: { language } }) }
  } catch (error) {
    return { error }
  }
}
