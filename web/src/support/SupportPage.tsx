import { useLingui } from '@lingui/react/macro'
import { LifeBuoy } from 'lucide-react'
import { useSite } from '../api/site.ts'
import { useOnline } from '../kit/device/online.ts'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { Page } from '../kit/page/Page.tsx'
import { Skeleton } from '../kit/page/Skeleton.tsx'
import { chatAddress } from './chatAddress.ts'
import styles from './SupportPage.module.css'

/** The operator's live chat, or where to reach the operator while there is none. */
export default function SupportPage() {
  const { t } = useLingui()
  const site = useSite()
  const online = useOnline()
  const chat = site && chatAddress(site.support_url, location.origin)
  return (
    <Page title={t`Support`}>
      {!site && online && <Skeleton height={280} />}
      {chat && online ? <Chat address={chat} /> : site && <Contact contact={site.operator.contact} hasChat={!!chat} />}
      {!site && !online && <Contact contact="" hasChat />}
    </Page>
  )
}

/**
 * A page of someone else: it runs its own scripts and forms, but can't lead this window away, open others, ask for
 * camera or place, nor learn which page it stands on. Nothing here listens to its messages.
 */
function Chat({ address }: { address: string }) {
  const { t } = useLingui()
  return (
    <>
      <iframe
        className={styles.chat}
        src={address}
        title={t`Live chat`}
        // oxlint-disable-next-line react/iframe-missing-sandbox -- chatAddress() lets no page of our own origin in
        sandbox="allow-scripts allow-same-origin allow-forms"
        allow=""
        referrerPolicy="no-referrer"
      />
      <p className={styles.note}>{t`This chat is another service. Never tell it a password or a one-time code.`}</p>
    </>
  )
}

function Contact({ contact, hasChat }: { contact: string; hasChat: boolean }) {
  const { t } = useLingui()
  return (
    <EmptyState
      icon={<LifeBuoy size={24} aria-hidden />}
      title={hasChat ? t`The live chat needs a connection` : t`There is no live chat here`}
    >
      {contact ? (
        <>
          <p>{t`Reach the people who run this platform:`}</p>
          <p className={styles.contact}>{contact}</p>
        </>
      ) : hasChat ? (
        <p>{t`It opens by itself once you are online again.`}</p>
      ) : (
        <p>{t`Whoever runs this platform has not given a contact yet.`}</p>
      )}
    </EmptyState>
  )
}
