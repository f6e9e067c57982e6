import type { Endpoint } from '@bittkosh/contract/endpoint'
import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useEffect, useState } from 'react'
import { ApiError } from './ApiError.ts'
import { type attemptKeys, stableText, useAttemptKeys } from './attemptKey.ts'
import type { Input, Reading } from './client.ts'
import { complaintMessages, failureMessage, fieldMessages, isUnanswered, rulesOutEarlier } from './failure.ts'
import { refresh } from './refresh.ts'
import { wasSent } from './sent.ts'
import { useRefusal } from './useRefusal.ts'

type Values = Record<string, string | boolean | readonly string[]>

export type FormOptions<V extends Values, E extends Endpoint> = {
  /** A page that is shown before the contract is loaded passes a function that fetches it. */
  endpoint: E | (() => Promise<E>)
  /** The initial values of the fields: text, as typed. */
  initial: V
  /** The body as it is sent: amounts as numbers (`wireNumber`), empty optional fields left out. */
  body: (values: V) => Record<string, unknown>
  params?: ParamsOf<E>
  /** What the form itself refuses, by field: shown together with what the contract's schema does. */
  refuses?: () => Record<string, string>
  /** The sentence if the server sent none, translated. */
  fallback: string
  /** The calls to refetch after success. */
  refreshes?: Endpoint[]
  onDone?: (reply: Reading<E>, values: V) => void
  /** The call is about to be sent with the idempotency key of its attempt. */
  onSending?: (values: V) => void
  /** The call waits for another admin, which is announced elsewhere: closes the form. */
  onSent?: () => void
  /** What a refusal requires besides its sentence, such as reading the balance again. */
  onRefused?: (error: ApiError) => void
  /** It is unknown whether the call was executed; sending the same values again will show it. */
  onUnanswered?: () => void
  /** The key of an attempt that outlives the page (useDraftForm), of a call whose refusals the server does not store. */
  keys?: ReturnType<typeof attemptKeys>
}

// Conditional per part, so that a form can choose between adding (no parameters) and changing (an id).
type ParamsOf<E> = E extends unknown ? (Input<E> extends { params: infer P } ? P : never) : never

/**
 * State of a form that makes one call. The contract's schema checks the typed values before they are sent; on failure the form
 * stays open with them. A refusal is shown once, as `useRefusal` does it: pass the form to `<Submit>` of the kit. The call carries an
 * Idempotency-Key that is tied to the values, if it accepts one.
 */
export function useForm<V extends Values, E extends Endpoint>(options: FormOptions<V, E>) {
  const { t } = useLingui()
  const [values, setValues] = useState(options.initial)
  const { form, errors, failure, refusal, refuse, clear } = useRefusal()
  const [running, setRunning] = useState(false)
  const ownKeys = useAttemptKeys()
  const keys = options.keys ?? ownKeys
  const typed = stableText(values)
  /** What was typed, as text, for the attempt that got no reply. */
  const [lost, setLost] = useState(() => keys.current()?.sent?.typed ?? null)
  const unanswered = typed === lost
  const [wasUnanswered, setWasUnanswered] = useState(false)
  useFetchedEarly(options.endpoint)

  function set<K extends keyof V>(name: K, value: V[K]) {
    setValues((before) => ({ ...before, [name]: value }))
    clear(String(name))
  }

  async function submit(event?: FormEvent) {
    event?.preventDefault()
    if (running) return
    clear()
    setRunning(true)
    try {
      const sending = await sendingOf(options.endpoint).catch(() => null)
      if (!sending) return refuse({}, t`Part of this page could not be loaded. Reload the page.`)
      const { call, endpoint, readBody } = sending
      const body = options.body(values)
      const read = readBody(endpoint, body)
      const own = options.refuses?.() ?? {}
      if ('complaints' in read || Object.keys(own).length > 0) {
        const complaints = 'complaints' in read ? await complaintMessages(read.complaints, options.fallback) : {}
        const sentences = { ...complaints, ...own }
        return refuse(sentences, Object.values(sentences)[0] ?? options.fallback)
      }
      const input = { params: options.params, body: read.body } as Input<E> // the parts that the endpoint declares
      const idempotencyKey = keys.keyFor(input, { typed, body })
      options.onSending?.(values)
      const reply = await call(endpoint, input, { idempotencyKey })
      keys.ended()
      setLost(null)
      setWasUnanswered(false)
      if (options.refreshes) void refresh(...options.refreshes)
      options.onDone?.(reply, values)
    } catch (error) {
      if (await wasSent(error)) {
        keys.ended()
        return options.onSent?.()
      }
      const mayBeDone = isUnanswered(error) || (unanswered && !rulesOutEarlier(error))
      setLost(mayBeDone ? typed : null)
      if (!mayBeDone) options.keys?.ended() // a form's own key stays: under it, a wrong code counts only once
      if (isUnanswered(error)) {
        setWasUnanswered(true)
        options.onUnanswered?.()
      }
      if (error instanceof ApiError) options.onRefused?.(error)
      else console.error(error)
      refuse(fieldMessages(error), failureMessage(error, options.fallback))
    } finally {
      setRunning(false)
    }
  }

  return {
    values,
    set,
    /** `name`, `value` and `onChange` for a text input of the kit: `<TextInput {...form.bind('note')} />`. */
    bind: <K extends TextFields<V>>(name: K) => ({
      name,
      value: String(values[name]),
      onChange: (value: string) => set(name, value as V[K]), // TextFields admits only text fields
    }),
    errors,
    failure,
    refusal,
    refuse,
    clear,
    running,
    /** No reply came to these values, and the call may have been executed: they may be sent again, whatever it has changed. */
    unanswered,
    /** An attempt got no reply, perhaps with other values, and none has succeeded since: a refusal may be due to what it has done. */
    wasUnanswered,
    /** Sending the same values again returns the first reply. */
    isIdempotent: typeof options.endpoint === 'object' && options.endpoint.idempotent === true,
    submit,
    reset: (next: V = options.initial) => {
      setValues(next)
      clear()
    },
    /** For `<form {...form.props}>`: the first invalid field gets the focus. */
    props: { ref: form, onSubmit: (event: FormEvent) => void submit(event), noValidate: true },
  }
}

type TextFields<V> = { [K in keyof V]: V[K] extends boolean ? never : K }[keyof V] & string

/** The code that sends a form, which is not needed to show it: a quarter of the sign-in page's scripts. */
async function sendingOf<E extends Endpoint>(endpoint: E | (() => Promise<E>)) {
  const [{ default: sending }, called] = await Promise.all([
    import('./sending.ts'),
    typeof endpoint === 'function' ? endpoint() : endpoint,
  ])
  return { ...sending, endpoint: called }
}

/**
 * Fetches it once the form is shown, long before anybody has typed. If the fetch fails, it keeps failing until the page is
 * reloaded.
 */
function useFetchedEarly(endpoint: Endpoint | (() => Promise<Endpoint>)) {
  useEffect(() => {
    sendingOf(endpoint).catch(() => {})
  }, [endpoint])
}
