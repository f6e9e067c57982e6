import { askToClose, CLOSING_DAYS, getProfile, keepAccount } from '@bittkosh/contract/profile'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useAction } from '../api/useAction.ts'
import { refresh } from '../api/refresh.ts'
import { useForm } from '../api/useForm.ts'
import { Button } from '../kit/actions/Button.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { PasswordInput } from '../kit/forms/PasswordInput.tsx'
import { Submit } from '../kit/forms/Submit.tsx'
import { toast } from '../kit/overlays/toast.ts'
import { Banner, ErrorBanner } from '../kit/page/Banner.tsx'
import { Card } from '../kit/page/Card.tsx'
import { When } from '../kit/page/When.tsx'
import styles from './profile.module.css'

/** The end of the account at its owner’s request. */
export function ClosingCard({ closesOn }: { closesOn: string | null }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  return (
    <Card title={t`Close account`}>
      {closesOn ? (
        <Closing on={closesOn} onKept={() => setOpen(false)} />
      ) : open ? (
        <AskToClose onDone={() => setOpen(false)} />
      ) : (
        <>
          <p
            className={styles.muted}
          >{t`We erase your name, contact details and messages. The account must be empty by then.`}</p>
          <Button variant="secondary" wide onClick={() => setOpen(true)}>{t`Close my account`}</Button>
        </>
      )}
    </Card>
  )
}

function Closing({ on, onKept }: { on: string; onKept: () => void }) {
  const { t } = useLingui()
  const keep = useAction({
    endpoint: keepAccount,
    fallback: t`The closing could not be cancelled. Please try again.`,
    success: t`Your account stays open`,
    inPlace: true,
    refreshes: [getProfile],
    onDone: onKept, // the form whose reply was lost is still open below the banner
  })
  return (
    <>
      <Banner tone="pending">
        <p>
          <Trans>
            Your account closes on <When at={on} look="date" />. Until then you can use it as before. If it holds money
            on that day, it stays open.
          </Trans>
        </p>
      </Banner>
      <ErrorBanner message={keep.failure} />
      <Button variant="secondary" wide running={keep.running} onClick={() => void keep.run({})}>
        {t`Keep my account`}
      </Button>
    </>
  )
}

function AskToClose({ onDone }: { onDone: () => void }) {
  const { t } = useLingui()
  const form = useForm({
    endpoint: askToClose,
    initial: { current_password: '' },
    body: (typed) => typed,
    fallback: t`Your account could not be closed`,
    refreshes: [getProfile],
    onDone: () => {
      toast(t`We have sent you an e-mail about it`)
      onDone()
    },
    onUnanswered: () => void refresh(getProfile), // shows the day if it was done
  })
  return (
    <form {...form.props} className={styles.form}>
      <ul className={styles.consequences}>
        <li>{t`It closes in ${CLOSING_DAYS} days. You can change your mind until then.`}</li>
        <li>{t`After that, you can't sign in, and we erase your name, contact details and messages. This cannot be undone.`}</li>
        <li>{t`Entries in our books stay without your name. Identity documents stay locked for five years, as the law requires.`}</li>
        <li>{t`A welcome bonus that is still locked is lost.`}</li>
      </ul>
      <Field label={t`Current password`} error={form.errors.current_password}>
        <PasswordInput {...form.bind('current_password')} autoComplete="current-password" />
      </Field>
      <Submit
        form={form}
        variant="danger"
        wide
        ifUnanswered={t`We got no response, so your account may be going to close. If so, this card shows the day in a moment.`}
      >{t`Close my account`}</Submit>
      <Button variant="secondary" wide onClick={onDone}>{t`Cancel`}</Button>
    </form>
  )
}
