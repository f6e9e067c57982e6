import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../actions/Button.tsx'
import { Field } from '../forms/Field.tsx'
import styles from './FreshCodeDialog.module.css'
import { type CodeQuestion, useCodeQuestion } from './freshCode.ts'
import { Modal } from './Modal.tsx'
import { TextInput } from '../forms/TextInput.tsx'

/** Rendered once, in the admin's frame; opens when a call requires a code of the authenticator app, and then lets it continue. */
export function FreshCodeDialog() {
  const question = useCodeQuestion()
  return question && <Question key={String(question.wrong)} question={question} />
}

function Question({ question: { wrong, answer } }: { question: CodeQuestion }) {
  const { t } = useLingui()
  const [code, setCode] = useState('')
  return (
    <Modal open onClose={() => answer(null)} title={t`Confirm it's you`}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (code.trim()) answer(code.trim())
        }}
      >
        <Field
          label={t`Code from your authenticator app`}
          hint={t`Six digits, or one of your recovery codes`}
          error={wrong ? t`This code is wrong or has already been used. Wait for the next one.` : undefined}
        >
          <TextInput
            value={code}
            onChange={setCode}
            data-first-focus
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
          />
        </Field>
        <Button type="submit" wide why={!code.trim() && t`Enter the code first.`}>{t`Confirm`}</Button>
      </form>
    </Modal>
  )
}
