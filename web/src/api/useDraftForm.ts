import type { Endpoint } from '@bittkosh/contract/endpoint'
import { useEffect, useState } from 'react'
import { attemptKeys } from './attemptKey.ts'
import { type DraftValues, forgetDraft, keepDraft, readDraft } from './draft.ts'
import { type FormOptions, useForm } from './useForm.ts'

/** Fields that are never stored on a device. */
export type NoSecrets = { password?: never; code?: never; otp?: never }

/**
 * `useForm` whose values are stored on this device under a name until the call succeeds, `reset` is called or somebody signs out.
 * The idempotency key is stored too, so that sending the same values after a reload repeats the same attempt.
 */
export function useDraftForm<V extends DraftValues & NoSecrets, E extends Endpoint>({
  draft,
  ...options
}: FormOptions<V, E> & { draft: string }) {
  const [{ pristine, kept, keys }] = useState(() => {
    const { values, attempt } = readDraft(draft, options.initial)
    return { pristine: options.initial, kept: { ...options.initial, ...values }, keys: attemptKeys(attempt) }
  })
  const form = useForm({
    ...options,
    initial: kept,
    keys,
    // Stored immediately: a phone may close the page while the call runs.
    onSending: (values) => keepDraft(draft, { pristine: null, values, attempt: keys.current() }),
    onDone: (reply, values) => {
      forgetDraft(draft) // the person may have left the page meanwhile
      form.reset(pristine)
      options.onDone?.(reply, values)
    },
    onSent: () => {
      keepDraft(draft, { pristine, values: form.values }) // another admin may decline it: the next attempt is a new one
      options.onSent?.()
    },
  })
  const { values } = form
  useEffect(() => keepDraft(draft, { pristine, values, attempt: keys.current() }), [draft, pristine, values, keys])
  return { ...form, reset: (next: V = pristine) => form.reset(next) }
}
