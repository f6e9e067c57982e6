import { type Conversation, listConversations, startConversation } from '@bittkosh/contract/support'
import { useLingui as useI18n } from '@lingui/react'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { failureMessage } from '../api/failure.ts'
import { readingPages, usePolling } from '../api/queries.ts'
import { refresh } from '../api/refresh.ts'
import { useStillHere } from '../kit/device/useStillHere.ts'
import { PagedList } from '../kit/lists/PagedList.tsx'
import { Card } from '../kit/page/Card.tsx'
import { Chip } from '../kit/page/Chip.tsx'
import { cx } from '../kit/page/cx.ts'
import { Section } from '../kit/page/Page.tsx'
import { When } from '../kit/page/When.tsx'
import { aboutName, readAbout } from './aboutNames.ts'
import { Composer } from './Composer.tsx'
import styles from './Conversations.module.css'
import { StateChip } from './StateChip.tsx'
import { useMessage } from './useMessage.ts'

const POLL_MS = 30_000

type ConversationsProps = {
  /** The record to ask about, from the address. */
  about?: string | undefined
  /** The operator's other contact details; empty if none are known. */
  contact: string
}

/** A person's conversations with the team, and the form that starts a new one. */
export function Conversations({ about, contact }: ConversationsProps) {
  const { t } = useLingui()
  return (
    <>
      <NewConversation about={about} />
      <Own />
      {contact && (
        <p className={styles.contact}>
          {t`You can also reach the people who run this platform:`} <span>{contact}</span>
        </p>
      )}
    </>
  )
}

function NewConversation({ about: typed }: { about: string | undefined }) {
  const { t } = useLingui()
  const { i18n } = useI18n()
  const navigate = useNavigate()
  const isHere = useStillHere()
  const about = readAbout(typed)
  const number = useRouterState({ select: ({ location }) => location.state.aboutNumber })
  const message = useMessage({
    endpoint: startConversation,
    input: (text, pictures) => ({ body: { text, pictures, ...(about && { about }) } }),
    draft: `support ${typed ?? 'new'}`,
    onSent: ({ id }) => {
      void refresh(listConversations)
      if (isHere()) void navigate({ to: '/support', search: { id } })
    },
  })
  return (
    <Card title={t`Write to us`}>
      <div className={styles.form}>
        {about && (
          <p className={styles.about}>
            <Chip tone="info">{aboutName(about, i18n, number)}</Chip>
            <Link to="/support" search={{}}>{t`Ask about something else`}</Link>
          </p>
        )}
        <Composer
          message={message}
          label={t`Your message`}
          hint={t`Never share a password or a one-time code: nobody here asks for one.`}
          withPictures
          submit={t`Send`}
        />
      </div>
    </Card>
  )
}

function Own() {
  const { t } = useLingui()
  const pages = readingPages(listConversations)
  const list = useInfiniteQuery(pages)
  usePolling(pages, POLL_MS)
  return (
    <PagedList
      query={list}
      skeleton={{ rows: 3, height: 72 }}
      failure={failureMessage(list.error, t`Failed to load your conversations`)}
      empty={<p className={styles.contact}>{t`Answers appear here, in your notifications and by e-mail.`}</p>}
    >
      {(rows) => (
        <Section title={t`Your conversations`}>
          <Card flush>
            <ul className={styles.list}>
              {rows.map((row) => (
                <li key={row.id}>
                  <Row row={row} />
                </li>
              ))}
            </ul>
          </Card>
        </Section>
      )}
    </PagedList>
  )
}

function Row({ row }: { row: Conversation }) {
  const { t } = useLingui()
  const { i18n } = useI18n()
  return (
    <Link to="/support" search={{ id: row.id }} className={cx(styles.row, row.unread > 0 && styles.unread)}>
      <span className={styles.head}>
        <span>{row.about ? aboutName(row.about, i18n, row.number) : t`Conversation #${row.id}`}</span>
        <When at={row.last_at} look="relative" />
      </span>
      <span className={styles.preview}>
        {row.last_from === 'support' ? t`Support` : t`You`}: {row.preview}
      </span>
      <span>
        {row.unread > 0 ? <Chip tone="info">{t`New answer`}</Chip> : <StateChip state={row.state} reader="person" />}
      </span>
    </Link>
  )
}
