import { useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { LifeBuoy } from 'lucide-react'
import { readSiteAgain, useSite, useSiteFailed } from '../api/site.ts'
import { useOnline } from '../kit/device/online.ts'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { Page } from '../kit/page/Page.tsx'
import { Skeleton } from '../kit/page/Skeleton.tsx'
import { chatAddress } from './chatAddress.ts'
import { Conversations } from './Conversations.tsx'
import styles from './SupportPage.module.css'
import { Thread } from './Thread.tsx'

const route = getRouteApi('/support')

/** The operator's live chat; without one, conversations with the team. A link to a conversation opens it anyway. */
export default function SupportPage() {
  const { t } = useLingui()
  const { id, about } = route.useSearch()
  const site = useSite()
  const online = useOnline()
  const chat = site && chatAddress(site.support_url, location.origin)
  if (id !== undefined) return <Thread key={id} id={id} />
  return (
    <Page title={t`Support`}>
      {!site && (online ? <NotYet /> : <Offline contact="" />)}
      {site && !chat && <Conversations key={about} about={about} contact={site.operator.contact} />}
      {chat && (online ? <Chat address={chat} /> : <Offline contact={site.operator.contact} />)}
    </Page>
  )
}

/** Until the site's texts say whether there is a chat. */
function NotYet() {
  const { t } = useLingui()
  if (!useSiteFailed()) return <Skeleton height={280} />
  return <FailedState message={t`Failed to load settings`} retry={{ isFetching: false, refetch: readSiteAgain }} />
}

/**
 * A third-party page: it runs its own scripts and forms, but can't navigate this window, open others, ask for camera or location,
 * or learn which page embeds it. Nothing here listens to its messages.
 */
function Chat({ address }: { address: string }) {
  const { t } = useLingui()
  return (
    <>
      <iframe
        className={styles.chat}
        src={address}
        title={t`Live chat`}
        // oxlint-disable-next-line react/iframe-missing-sandbox -- chatAddress() rejects pages of our own origin
        sandbox="allow-scripts allow-same-origin allow-forms"
        allow=""
        referrerPolicy="no-referrer"
      />
      <p
        className={styles.note}
      >{t`This chat is a separate service. Never share a password or a one-time code there.`}</p>
    </>
  )
}

function Offline({ contact }: { contact: string }) {
  const { t } = useLingui()
  return (
    <EmptyState icon={<LifeBuoy size={24} aria-hidden />} title={t`The live chat needs a connection`}>
      {contact ? (
        <>
          <p>{t`Reach the people who run this platform:`}</p>
          <p className={styles.contact}>{contact}</p>
        </>
      ) : (
        <p>{t`It opens automatically once you're back online.`}</p>
      )}
    </EmptyState>
  )
}
