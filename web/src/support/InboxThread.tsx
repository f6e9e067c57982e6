import {
  answerConversation,
  assignConversation,
  type CannedAnswer,
  closeConversation,
  countInbox,
  listAnswerers,
  listCannedAnswers,
  listInbox,
  openConversation,
  type OpenedConversation,
} from '@bittkosh/contract/inbox'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { failureMessage } from '../api/failure.ts'
import { useMay } from '../api/may.ts'
import { reading, readingPages, usePolling } from '../api/queries.ts'
import { refresh } from '../api/refresh.ts'
import { useSession } from '../api/session.ts'
import { useAction } from '../api/useAction.ts'
import { Button } from '../kit/actions/Button.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { Select } from '../kit/forms/Select.tsx'
import { LoadMore } from '../kit/lists/LoadMore.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import { AboutLink } from './AboutLink.tsx'
import styles from './AdminSupport.module.css'
import { AskerFacts } from './AskerFacts.tsx'
import { Composer } from './Composer.tsx'
import { Messages } from './Messages.tsx'
import { StateChip } from './StateChip.tsx'
import { useMessage } from './useMessage.ts'

const POLL_MS = 10_000
const shown = [openConversation, listInbox, countInbox]

/** One conversation in the inbox: its messages, the answer form, and the person who asks. */
export function InboxThread({ id }: { id: number }) {
  const { t } = useLingui()
  const may = useMay()
  const pages = readingPages(openConversation, { params: { id } })
  const query = useInfiniteQuery(pages)
  usePolling(pages, POLL_MS)
  const [first] = query.data?.pages ?? []
  if (query.isPending) return <SkeletonRows rows={5} height={72} />
  if (!first) {
    return <FailedState message={failureMessage(query.error, t`Failed to load this conversation`)} retry={query} />
  }
  const messages = query.data?.pages.flatMap((page) => page.data) ?? []
  const newest = messages[0]?.id
  return (
    <div className={styles.thread}>
      <div className={styles.opened}>
        <Head opened={first} seen={newest} />
        <Messages
          messages={messages}
          reader="support"
          other={first.conversation.name}
          before={<LoadMore query={query} failure={failureMessage(query.error, t`Failed to load this conversation`)} />}
        />
        {may(answerConversation) && newest !== undefined && <AnswerForm opened={first} seen={newest} />}
      </div>
      <AskerFacts opened={first} />
    </div>
  )
}

function Head({ opened: { conversation }, seen }: { opened: OpenedConversation; seen: number | undefined }) {
  const { t } = useLingui()
  const mayAnswer = useMay()(closeConversation)
  const { id, about, state, name } = conversation
  const isClosed = state === 'closed'
  const change = useAction({ endpoint: closeConversation, fallback: t`Failed to change this conversation` })
  async function press() {
    await change.run({ params: { id }, body: isClosed ? { is_closed: false } : { is_closed: true, seen } })
    await refresh(...shown) // also after a refusal, which is about a newer message
  }
  return (
    <div className={styles.list}>
      <div className={styles.chips}>
        <h2 className={styles.title}>{name}</h2>
        <StateChip state={state} reader="support" />
        {about && <AboutLink about={about} user={conversation.user_id} />}
      </div>
      {mayAnswer && (
        <div className={styles.tools}>
          <Assignment conversation={conversation} />
          <Button variant="secondary" size="dense" running={change.running} onClick={() => void press()}>
            {isClosed ? t`Open again` : t`Close conversation`}
          </Button>
        </div>
      )}
    </div>
  )
}

function Assignment({ conversation: { id, assigned_to: to } }: Pick<OpenedConversation, 'conversation'>) {
  const { t } = useLingui()
  const me = useSession()?.user.id
  const answerers = useQuery({ ...reading(listAnswerers), staleTime: 300_000 })
  const change = useAction({ endpoint: assignConversation, fallback: t`Failed to assign`, refreshes: shown })
  const people = new Map((answerers.data ?? []).map((admin) => [admin.id, admin.name]))
  if (to) people.set(to.id, to.name)
  return (
    <Field label={t`Assigned to`}>
      <Select
        dense
        value={to === null ? 'nobody' : String(to.id)}
        disabled={change.running}
        onChange={(chosen) =>
          void change.run({ params: { id }, body: { admin: chosen === 'nobody' ? null : Number(chosen) } })
        }
        options={[
          { value: 'nobody', label: t`Nobody` },
          ...[...people].map(([admin, name]) => ({
            value: String(admin),
            label: admin === me ? t`${name} (me)` : name,
          })),
        ]}
      />
    </Field>
  )
}

function AnswerForm({ opened: { conversation, language }, seen }: { opened: OpenedConversation; seen: number }) {
  const { t } = useLingui()
  const { id } = conversation
  const answer = useMessage({
    endpoint: answerConversation,
    input: (text) => ({ params: { id }, body: { text, seen } }),
    // After a reload `seen` includes the answer whose reply was lost; sending it again is still the same attempt.
    attemptOf: ({ body: { text, close } }) => ({ text, close }),
    draft: `inbox ${id}`,
    onSent: () => void refresh(...shown),
    onRefused: ({ code }) => {
      if (code === 'answered_meanwhile' || code === 'key_reused') void refresh(...shown)
    },
  })
  const closing = () => void answer.send((input) => ({ ...input, body: { ...input.body, close: true } }))
  return (
    <>
      <Canned
        onInsert={(chosen) => {
          const words = language === 'hi' ? chosen.text_hi : chosen.text_en
          answer.setText(answer.text.trim() === '' ? words : `${answer.text.trimEnd()}\n\n${words}`)
        }}
      />
      <Composer
        message={answer}
        label={language === 'hi' ? t`Your answer (reads Hindi)` : t`Your answer (reads English)`}
        hint={t`Sent as plain text; links can’t be clicked. Ctrl+Enter sends.`}
        submit={t`Send answer`}
        size="dense"
        rows={5}
      >
        <Button
          variant="secondary"
          size="dense"
          disabled={answer.running}
          onClick={closing}
        >{t`Send and close`}</Button>
      </Composer>
    </>
  )
}

function Canned({ onInsert }: { onInsert: (answer: CannedAnswer) => void }) {
  const { t } = useLingui()
  const { data = [] } = useQuery({ ...reading(listCannedAnswers), staleTime: 60_000 })
  if (data.length === 0) return null
  return (
    <Field label={t`Insert a saved answer`}>
      <Select
        dense
        value=""
        placeholder={t`Choose…`}
        onChange={(chosen) => {
          const answer = data.find(({ id }) => String(id) === chosen)
          if (answer) onInsert(answer)
        }}
        options={data.map(({ id, title }) => ({ value: String(id), label: title }))}
      />
    </Field>
  )
}
