import { contactSupport } from '@bittkosh/contract/support'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from '../api/useForm.ts'
import { useSession } from '../api/session.ts'
import { Field } from '../kit/forms/Field.tsx'
import { Submit } from '../kit/forms/Submit.tsx'
import { TextArea, TextInput } from '../kit/forms/TextInput.tsx'
import { Banner } from '../kit/page/Banner.tsx'
import { Card } from '../kit/page/Card.tsx'
import { Page } from '../kit/page/Page.tsx'
import { ConfirmContact } from './ConfirmContact.tsx'
import styles from './Conversations.module.css'
import { useDraft } from './draft.ts'
import { VisitorThread } from './VisitorThread.tsx'

const route = getRouteApi('/contact')

/** Writing to the team without signing in; a mailed link leads back here, to confirm the address or to read an answer. */
export default function ContactPage() {
  const { t } = useLingui()
  const { confirm, thread } = route.useSearch()
  return (
    <Page title={t`Write to support`}>
      {thread ? <VisitorThread token={thread} /> : confirm ? <ConfirmContact token={confirm} /> : <ContactForm />}
    </Page>
  )
}

function ContactForm() {
  const { t } = useLingui()
  const role = useSession()?.user.role
  const { text: draft, setText: keepDraft, forget } = useDraft('contact')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm({
    endpoint: contactSupport,
    initial: { name: '', email: '', message: draft },
    body: (typed) => typed,
    fallback: t`Failed to send your message`,
    onDone: ({ email }) => {
      forget() // the person may have left the page meanwhile
      setSentTo(email)
    },
  })
  const message = form.bind('message')
  if (sentTo !== null) {
    return (
      <Card>
        <div className={styles.form}>
          <Banner tone="gain">
            <strong>{t`One step left: open the link in your e-mail.`}</strong>
          </Banner>
          <p>{t`We've e-mailed a link to ${sentTo}. Your message reaches us once you've opened it, and our answers go to that address.`}</p>
          <p>{t`Didn't get it? Check your spam folder. We e-mail one link an hour to an address; it shows everything you've written.`}</p>
        </div>
      </Card>
    )
  }
  return (
    <Card>
      <form {...form.props} className={styles.form}>
        {role === 'user' && (
          <Banner>
            <p>
              <Trans>
                You're signed in: <Link to="/support">write to us in your account</Link>, and see the answer there.
              </Trans>
            </p>
          </Banner>
        )}
        <p>{t`For anyone who can't sign in or has no account yet. We answer by e-mail.`}</p>
        <Field label={t`Your name`} error={form.errors.name}>
          <TextInput {...form.bind('name')} autoComplete="name" maxLength={100} />
        </Field>
        <Field label={t`E-mail`} error={form.errors.email}>
          <TextInput {...form.bind('email')} type="email" autoComplete="email" autoCapitalize="none" />
        </Field>
        <Field
          label={t`Your message`}
          hint={t`Never share a password or a one-time code: nobody here asks for one.`}
          error={form.errors.message}
        >
          <TextArea
            {...message}
            onChange={(typed) => {
              message.onChange(typed)
              keepDraft(typed)
            }}
            rows={5}
            maxLength={2000}
          />
        </Field>
        <Submit
          form={form}
          wide
          ifUnanswered={t`We got no response, so your message may have reached us. If so, a link is on its way to you by e-mail.`}
        >{t`Send`}</Submit>
      </form>
    </Card>
  )
}
