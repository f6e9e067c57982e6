import type { Endpoint } from '@bittkosh/contract/endpoint'
import { useEffect, useState } from 'react'
import { attemptKeys } from './attemptKey.ts'
import { type DraftValues, forgetDraft, keepDraft, readDraft } from './draft.ts'
import { type FormOptions, useForm } from './useForm.ts'

/** Fields that are never kept on a device. */
type NoSecrets = { password?: never; code?: never; otp?: never }

/**
 * `useForm` whose values stay on this device under a name until the call has succeeded, `reset` is called or somebody
 * signs out. So does the key of an attempt, so that sending the same values again after a reload is the same attempt.
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
    // At once: a phone may close the page while the call runs.
    onSending: (values) => keepDraft(draft, { pristine: null, values, attempt: keys.current() }),
    onDone: (reply, values) => {
      forgetDraft(draft) // the page may have been left meanwhile
      form.reset(pristine)
      options.onDone?.(reply, values)
    },
  })
  const { values } = form
  useEffect(() => keepDraft(draft, { pristine, values, attempt: keys.current() }), [draft, pristine, values, keys])
  return { ...form, reset: (next: V = pristine) => form.reset(next) }
}
