import type { Endpoint } from '@bittkosh/contract/endpoint'
import { useEffect, useState } from 'react'
import { attemptKeys } from './attemptKey.ts'
import { type DraftValues, keepDraft, readDraft } from './draft.ts'
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
    onDone: (reply, values) => {
      form.reset(pristine)
      options.onDone?.(reply, values)
    },
  })
  const { values } = form
  const attempt = keys.current() // a new one begins as the call runs, which draws the form again
  useEffect(() => keepDraft(draft, { pristine, values, attempt }), [draft, pristine, values, attempt])
  return { ...form, reset: (next: V = pristine) => form.reset(next) }
}
