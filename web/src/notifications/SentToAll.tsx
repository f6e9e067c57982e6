import {
  listGlobalNotifications,
  recallGlobalNotification,
  type SentToAll as Sent,
} from '@bittkosh/contract/notifications'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Megaphone } from 'lucide-react'
import { failureMessage } from '../api/failure.ts'
import { readingPages } from '../api/queries.ts'
import { useConfirm } from '../api/useConfirm.ts'
import { Button } from '../kit/actions/Button.tsx'
import { PagedList } from '../kit/lists/PagedList.tsx'
import { ConfirmDialog } from '../kit/overlays/ConfirmDialog.tsx'
import { Card } from '../kit/page/Card.tsx'
import { Chip } from '../kit/page/Chip.tsx'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { Section } from '../kit/page/Page.tsx'
import { useNow } from '../kit/page/useNow.ts'
import { When } from '../kit/page/When.tsx'
import { useOpened } from '../kit/overlays/useEdited.ts'
import styles from './SendForm.module.css'

/** Notifications to everybody, newest first; those still shown can be recalled. */
export function SentToAll() {
  const { t } = useLingui()
  const list = useInfiniteQuery(readingPages(listGlobalNotifications))
  const [recalling, askToRecall, close] = useOpened<Sent>()
  return (
    <Section title={t`Sent to everyone`}>
      <PagedList
        query={list}
        skeleton={{ rows: 3, height: 72 }}
        failure={failureMessage(list.error, t`Failed to load data`)}
        empty={
          <EmptyState icon={<Megaphone size={24} aria-hidden />} title={t`Nothing has been sent to everyone yet`} />
        }
      >
        {(sent) => (
          <Card flush>
            <ul className={styles.sent}>
              {sent.map((one) => (
                <SentRow key={one.id} sent={one} onRecall={() => askToRecall(one)} />
              ))}
            </ul>
          </Card>
        )}
      </PagedList>
      {recalling && <Recall sent={recalling} onClose={close} />}
    </Section>
  )
}

function SentRow({ sent, onRecall }: { sent: Sent; onRecall: () => void }) {
  const { t } = useLingui()
  const now = useNow(60_000)
  const isShown = sent.recalled_at === null && sent.expires_at > now
  return (
    <li>
      <div className={styles.words}>
        <strong>{sent.title}</strong>
        <p>{sent.message}</p>
        <p className={styles.label}>
          <When at={sent.created_at} />
          {sent.sent_by !== null && <> · {sent.sent_by}</>} · {t`read by ${sent.read_count}`} ·{' '}
          {sent.recalled_at !== null ? (
            <>
              {t`recalled`} <When at={sent.recalled_at} />
            </>
          ) : (
            <>
              {t`shown until`} <When at={sent.expires_at} />
            </>
          )}
        </p>
      </div>
      {isShown ? (
        <Button variant="secondary" size="dense" onClick={onRecall}>{t`Recall`}</Button>
      ) : (
        <Chip tone="neutral">{sent.recalled_at === null ? t`Expired` : t`Recalled`}</Chip>
      )}
    </li>
  )
}

function Recall({ sent, onClose }: { sent: Sent; onClose: () => void }) {
  const { t } = useLingui()
  const dialog = useConfirm({
    endpoint: recallGlobalNotification,
    fallback: t`Failed to recall the notification`,
    success: t`The notification was recalled`,
    refreshes: [listGlobalNotifications],
    input: { params: { id: sent.id } },
    onClose,
  })
  return (
    <ConfirmDialog {...dialog} title={t`Recall this notification?`} confirmLabel={t`Recall`}>
      <p>
        <strong>{sent.title}</strong>
      </p>
      <p>{t`It disappears from everyone's list and unread count. Those who have read it have still read it.`}</p>
    </ConfirmDialog>
  )
}
