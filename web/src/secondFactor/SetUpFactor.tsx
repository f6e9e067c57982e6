import type { Reply } from '@bittkosh/contract/endpoint'
import { beginSecondFactor, confirmSecondFactor, getSecondFactor } from '@bittkosh/contract/secondFactor'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useForm } from '../api/useForm.ts'
import { CopyButton } from '../kit/actions/CopyButton.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { PasswordInput } from '../kit/forms/PasswordInput.tsx'
import QrCode from '../kit/money/QrCode.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { Submit } from '../kit/forms/Submit.tsx'
import styles from './SecondFactor.module.css'
import { StayForCodes } from './StayForCodes.tsx'

type Begun = Reply<typeof beginSecondFactor>

/** First the password, then the app scans the QR code, then its first code. */
export function SetUpFactor({ onDone }: { onDone: (recoveryCodes: string[]) => void }) {
  const [begun, setBegun] = useState<Begun | null>(null)
  return begun ? <FirstCode begun={begun} onDone={onDone} /> : <Begin onBegun={setBegun} />
}

function Begin({ onBegun }: { onBegun: (begun: Begun) => void }) {
  const { t } = useLingui()
  const form = useForm({
    endpoint: beginSecondFactor,
    initial: { password: '' },
    body: (typed) => typed,
    fallback: t`The second factor could not be set up`,
    onDone: onBegun,
  })
  return (
    <form {...form.props} className={styles.form}>
      <p>{t`With a second factor, your password alone is not enough. Signing in, changing where payments go, editing a balance and seeing an ID number also need a code from an authenticator app on your phone.`}</p>
      <Field label={t`Your password`} error={form.errors.password}>
        <PasswordInput {...form.bind('password')} autoComplete="current-password" />
      </Field>
      <Submit form={form}>{t`Set up`}</Submit>
    </form>
  )
}

function FirstCode({ begun, onDone }: { begun: Begun; onDone: (recoveryCodes: string[]) => void }) {
  const { t } = useLingui()
  const form = useForm({
    endpoint: confirmSecondFactor,
    initial: { code: '' },
    body: (typed) => typed,
    fallback: t`The second factor could not be set up`,
    refreshes: [getSecondFactor],
    onDone: (reply) => onDone(reply.recovery_codes),
  })
  const grouped = begun.secret.match(/.{1,4}/g)?.join(' ') ?? begun.secret
  return (
    <form {...form.props} className={styles.form}>
      <div className={styles.scan}>
        <QrCode text={begun.uri} label={t`Code to scan with your authenticator app`} />
        <div className={styles.secret}>
          <p>{t`Scan it with an authenticator app, or type this key into the app:`}</p>
          <code>{grouped}</code>
          <CopyButton text={begun.secret} label={t`Copy key`} />
        </div>
      </div>
      <Field label={t`Code shown in the app`} error={form.errors.code}>
        <TextInput
          {...form.bind('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field and the button before it have disappeared
          autoFocus
        />
      </Field>
      <Submit form={form}>{t`Turn on`}</Submit>
      <StayForCodes when={form.running} />
    </form>
  )
}
