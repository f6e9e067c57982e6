import { readContact, replyToContact } from '@bittkosh/contract/support'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../api/client.ts'
import { failureMessage } from '../api/failure.ts'
import { queryClient } from '../api/queries.ts'
import { Banner } from '../kit/page/Banner.tsx'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import { Composer } from './Composer.tsx'
import { Messages } from './Messages.tsx'
import { useMessage } from './useMessage.ts'

const POLL_MS = 15_000

/** A visitor's conversation, opened by the link in a mailed answer. */
export function VisitorThread({ token }: { token: string }) {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(
    {
      queryKey: [readContact.path, token],
      // Always a background call: leaving this page open extends nobody's session.
      queryFn: () => call(readContact, { body: { token } }, { isBackground: true }),
      retry: false,
      refetchInterval: POLL_MS,
    },
    queryClient,
  )
  const message = useMessage({
    endpoint: replyToContact,
    input: (text) => ({ body: { token, text } }),
    draft: `contact ${token.split('.')[0]}`,
    onSent: () => void refetch(),
    onRefused: () => void refetch(), // without a reply, it may have been sent
  })
  if (!data && error) {
    return (
      <Banner tone="loss">
        <p>
          {failureMessage(error, t`This link is no longer valid. Please write to us again.`)}{' '}
          <Link to="/contact" search={{}}>{t`Write to support`}</Link>
        </p>
      </Banner>
    )
  }
  if (!data) return <SkeletonRows rows={3} height={72} />
  return (
    <>
      <Messages messages={data.data} reader="person" other={t`Support`} />
      <Composer
        message={message}
        label={t`Your message`}
        hint={data.state === 'closed' ? t`This conversation is closed. It opens again when you write.` : undefined}
        submit={t`Send`}
        ifUnanswered={t`We got no response, so your message may have been sent. If so, it appears above in a moment.`}
        rows={3}
      />
    </>
  )
}
