import { getSitePage } from '@bittkosh/contract/site'
import { blocksOf } from '@bittkosh/contract/sitePages'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { failureMessage } from '../api/failure.ts'
import { reading } from '../api/queries.ts'
import { useLanguage } from '../kit/device/language.ts'
import { Banner } from '../kit/page/Banner.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { Page } from '../kit/page/Page.tsx'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import styles from './OperatorText.module.css'

/** What the operator wrote, as text: headings and paragraphs, and nothing that could be more than that. */
export default function OperatorTextPage() {
  const { t } = useLingui()
  const page = useLocation().pathname.startsWith('/terms') ? 'terms' : 'privacy'
  const title = page === 'terms' ? t`Terms` : t`Privacy`
  const language = useLanguage()
  const text = useQuery(reading(getSitePage, { params: { page }, query: { language } }))
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
      ) : text.isError ? (
        <FailedState
          message={failureMessage(text.error, t`The text could not be loaded`)}
          running={text.isFetching}
          onRetry={() => void text.refetch()}
        />
      ) : (
        <SkeletonRows rows={8} height={32} />
      )}
    </Page>
  )
}
