import { confirmContact, waitingContact } from '@bittkosh/contract/support'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { failureMessage } from '../api/failure.ts'
import { queryClient } from '../api/queries.ts'
import { useForm } from '../api/useForm.ts'
import { Checkbox } from '../kit/forms/Checkbox.tsx'
import { Submit } from '../kit/forms/Submit.tsx'
import { Banner } from '../kit/page/Banner.tsx'
import { Card } from '../kit/page/Card.tsx'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import { When } from '../kit/page/When.tsx'
import styles from './Conversations.module.css'

/** Opened from a mail: a message written under this address, which its owner sends or discards. */
export function ConfirmContact({ token }: { token: string }) {
  const { t } = useLingui()
  const [sent, setSent] = useState<number | null>(null)
  const { data, error } = useQuery(
    {
      queryKey: [waitingContact.path, token],
      queryFn: () => call(waitingContact, { body: { token } }),
      retry: false,
      staleTime: Infinity,
    },
    queryClient,
  )
  if (sent !== null) {
    return (
      <Banner tone="gain">
        {sent > 0
          ? t`Your message has reached us. We answer by e-mail.`
          : t`Nothing was sent, and what was waiting has been deleted.`}
      </Banner>
    )
  }
  if (error) {
    return (
      <Banner tone="loss">
        <p>
          {failureMessage(error, t`This link is no longer valid. Please write to us again.`)}{' '}
          <Link to="/contact" search={{}}>{t`Write to support`}</Link>
        </p>
      </Banner>
    )
  }
  if (!data) return <SkeletonRows rows={2} height={96} />
  return <Choice token={token} email={data.email} messages={data.data} onDone={setSent} />
}

type ChoiceProps = {
  token: string
  email: string
  messages: readonly { id: number; name: string; text: string; created_at: Date }[]
  onDone: (sent: number) => void
}

function Choice({ token, email, messages, onDone }: ChoiceProps) {
  const { t } = useLingui()
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const chosen = messages.map(({ id }) => id).filter((id) => !left.has(id))
  const form = useForm({
    endpoint: confirmContact,
    initial: {},
    body: () => ({ token, messages: chosen }),
    fallback: t`Failed to send your message`,
    onDone: (reply) => onDone(reply.sent),
  })
  return (
    <Card>
      <form {...form.props} className={styles.form}>
        <p>{t`This was written using your address, ${email}. Send what is yours; the rest is deleted.`}</p>
        {messages.map(({ id, name, text, created_at }) => (
          <div key={id} className={styles.waiting}>
            <p className={styles.contact}>
              {name} · <When at={created_at} />
            </p>
            <p className={styles.words}>{text}</p>
            {messages.length > 1 && (
              <Checkbox
                label={t`I wrote this`}
                checked={!left.has(id)}
                onChange={(isMine) =>
                  setLeft((before) => new Set(isMine ? [...before].filter((one) => one !== id) : [...before, id]))
                }
              />
            )}
          </div>
        ))}
        <Submit
          form={form}
          wide
          ifUnanswered={t`We got no response, so this may have gone through. If it has, this link no longer works.`}
        >
          {chosen.length > 0 ? t`Yes, send it` : t`Delete all of it`}
        </Submit>
        {messages.length === 1 && (
          <p className={styles.contact}>{t`Not yours? Close this page: it is deleted after a day.`}</p>
        )}
      </form>
    </Card>
  )
}
