import type { Endpoint } from '@bittkosh/contract/endpoint'
import { useEffect, useState } from 'react'
import { attemptKeys, stableText } from './attemptKey.ts'
import { type DraftValues, forgetAttempt, forgetDraft, keepDraft, readDraft } from './draft.ts'
import { session } from './session.ts'
import { type FormOptions, useForm } from './useForm.ts'

/** Fields that are never stored on a device. */
export type NoSecrets = { password?: never; code?: never; otp?: never }

/**
 * `useForm` whose values are stored on this device under a name until the call succeeds, `reset` is called or somebody signs out.
 * An attempt that got no reply is stored with them: sending the same values again, even after a reload, repeats it with its key and
 * its body, whatever the body would be by then.
 */
export function useDraftForm<V extends DraftValues & NoSecrets, E extends Endpoint>({
  draft,
  ...options
}: FormOptions<V, E> & { draft: string }) {
  const [{ pristine, kept, isRestored, keys, writer }] = useState(() => {
    const { values, attempt } = readDraft(draft, options.initial)
    const writer = session.get()?.user.id // a refusal may end the session
    const isRestored = Object.keys(values).length > 0
    const kept = { ...options.initial, ...values }
    return { pristine: options.initial, kept, isRestored, keys: attemptKeys(attempt), writer }
  })
  function sentFor(values: V) {
    const sent = keys.current()?.sent
    return sent?.typed === stableText(values) ? sent.body : null
  }
  const form = useForm({
    ...options,
    initial: kept,
    keys,
    body: (values) => sentFor(values) ?? options.body(values),
    // Stored immediately: a phone may close the page while the call runs.
    onSending: (values) => keepDraft(draft, { pristine, values, attempt: keys.current() }),
    onDone: (reply, values) => {
      forgetDraft(draft) // the person may have left the page meanwhile
      form.reset(pristine)
      options.onDone?.(reply, values)
    },
    onSent: () => {
      keepDraft(draft, { pristine, values: form.values }) // another admin may decline it: the next attempt is a new one
      options.onSent?.()
    },
    onRefused: (error) => {
      if (keys.current() === null) forgetAttempt(draft, writer)
      options.onRefused?.(error)
    },
  })
  const { values } = form
  useEffect(() => keepDraft(draft, { pristine, values, attempt: keys.current() }), [draft, pristine, values, keys])
  return {
    ...form,
    /** The body that these values were sent as, while no reply has come. */
    sent: sentFor(values),
    reset: (next: V = pristine) => form.reset(next),
    /** Whether the form shows what was typed and not sent before it was opened. */
    isRestored: isRestored && JSON.stringify(values) !== JSON.stringify(pristine),
    /** For a form that is closed without being sent: what was typed is not shown again. */
    discard: () => forgetDraft(draft),
  }
}
