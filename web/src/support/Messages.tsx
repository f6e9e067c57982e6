import type { ConversationMessage } from '@bittkosh/contract/support'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { cx } from '../kit/page/cx.ts'
import { When } from '../kit/page/When.tsx'
import styles from './Messages.module.css'

type Shown = ConversationMessage & { by?: string | null; picture_count?: number }

type MessagesProps = {
  /** Newest first, as the calls return them; shown with the oldest on top. */
  messages: readonly Shown[]
  /** Whose messages are at the right. */
  reader: 'person' | 'support'
  /** The name of the other side. */
  other: string
  /** Above the oldest message: a button that loads earlier ones. */
  before?: ReactNode
}

/** A conversation as text: all messages are shown literally, and nothing in them becomes a link. */
export function Messages({ messages, reader, other, before }: MessagesProps) {
  const { t } = useLingui()
  const newest = messages[0]?.id
  return (
    <>
      {before}
      <ol className={styles.messages} aria-label={t`Messages`} aria-live="polite">
        {messages.toReversed().map((message) => {
          const isOwn = message.from === reader
          const name = isOwn ? (message.by ?? t`You`) : other
          return (
            <li
              key={message.id}
              ref={message.id === newest ? bringIntoView : undefined}
              className={cx(styles.message, isOwn && styles.own)}
            >
              <p className={styles.head}>
                <strong>{name}</strong> · <When at={message.created_at} />
              </p>
              <p className={styles.text}>{message.text}</p>
              <Pictures message={message} />
            </li>
          )
        })}
      </ol>
    </>
  )
}

/** The newest message when it appears. */
function bringIntoView(message: HTMLElement | null) {
  message?.scrollIntoView({ block: 'nearest' })
}

function Pictures({ message: { pictures, picture_count: count = pictures.length } }: { message: Shown }) {
  const { t } = useLingui()
  if (count === 0) return null
  if (pictures.length === 0) return <p className={styles.head}>{t`Pictures are shown to those who answer.`}</p>
  return (
    <ul className={styles.pictures}>
      {pictures.map((url, index) => (
        <li key={url.split('?')[0]}>
          <a href={url} target="_blank" rel="noreferrer">
            <img src={url} alt={t`Picture ${index + 1}`} loading="lazy" />
          </a>
        </li>
      ))}
    </ul>
  )
}
