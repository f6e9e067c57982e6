import { listNotifications, unreadCount } from '@bittkosh/contract/notifications'
import { listConversations, markConversationRead, readConversation, writeMessage } from '@bittkosh/contract/support'
import { useLingui as useI18n } from '@lingui/react'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { call } from '../api/client.ts'
import { failureMessage } from '../api/failure.ts'
import { readingPages, usePolling } from '../api/queries.ts'
import { refresh } from '../api/refresh.ts'
import { ButtonLink } from '../kit/actions/Button.tsx'
import { PathLink } from '../kit/actions/PathLink.tsx'
import { LoadMore } from '../kit/lists/LoadMore.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { Page } from '../kit/page/Page.tsx'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import { aboutName } from './aboutNames.ts'
import { Composer } from './Composer.tsx'
import styles from './Conversations.module.css'
import { Messages } from './Messages.tsx'
import { StateChip } from './StateChip.tsx'
import { useMessage } from './useMessage.ts'

const POLL_MS = 10_000

/** One conversation of a person with the team; new answers appear by themselves. */
export function Thread({ id }: { id: number }) {
  const { t } = useLingui()
  const { i18n } = useI18n()
  const pages = readingPages(readConversation, { params: { id } })
  const query = useInfiniteQuery(pages)
  usePolling(pages, POLL_MS)
  const conversation = query.data?.pages[0]?.conversation
  const messages = query.data?.pages.flatMap((page) => page.data) ?? []
  useRead({ id, unread: conversation?.unread ?? 0, newest: messages[0]?.id, fetchedAt: query.dataUpdatedAt })
  const title = conversation?.about ? aboutName(conversation.about, i18n, conversation.number) : t`Conversation #${id}`

  return (
    <Page
      title={title}
      action={
        <ButtonLink to="/support" search={{}} variant="quiet" size="dense" icon={<ArrowLeft size={16} aria-hidden />}>
          {t`All conversations`}
        </ButtonLink>
      }
    >
      {query.isPending ? (
        <SkeletonRows rows={4} height={72} />
      ) : !conversation ? (
        <FailedState message={failureMessage(query.error, t`Failed to load this conversation`)} retry={query} />
      ) : (
        <>
          <p className={styles.about}>
            <StateChip state={conversation.state} reader="person" />
            {conversation.link && <PathLink path={conversation.link}>{t`Open the record`}</PathLink>}
          </p>
          <Messages
            messages={messages}
            reader="person"
            other={t`Support`}
            before={
              <LoadMore query={query} failure={failureMessage(query.error, t`Failed to load this conversation`)} />
            }
          />
          <Reply id={id} isClosed={conversation.state === 'closed'} />
        </>
      )}
    </Page>
  )
}

function Reply({ id, isClosed }: { id: number; isClosed: boolean }) {
  const { t } = useLingui()
  const message = useMessage({
    endpoint: writeMessage,
    input: (text, pictures) => ({ params: { id }, body: { text, pictures } }),
    draft: `support conversation ${id}`,
    onSent: () => void refresh(readConversation, listConversations),
  })
  return (
    <Composer
      message={message}
      label={t`Your message`}
      hint={isClosed ? t`This conversation is closed. It opens again when you write.` : undefined}
      withPictures
      submit={t`Send`}
      rows={3}
    />
  )
}

type Seen = { id: number; unread: number; newest: number | undefined; fetchedAt: number }

/** Reports to the server that the newest answer was on the screen, which also marks its notifications as read. */
function useRead({ id, unread, newest, fetchedAt }: Seen) {
  const told = useRef({ newest: 0, fetchedAt: 0 })
  useEffect(() => {
    if (unread === 0 || newest === undefined) return
    if (newest === told.current.newest || fetchedAt === told.current.fetchedAt) return
    told.current = { newest, fetchedAt }
    call(markConversationRead, { params: { id }, body: { message: newest } }, { isBackground: true })
      .then(() => refresh(readConversation, listConversations, listNotifications, unreadCount))
      .catch((error: unknown) => {
        told.current.newest = 0 // the next poll tries again
        console.error(error)
      })
  }, [id, unread, newest, fetchedAt])
}
