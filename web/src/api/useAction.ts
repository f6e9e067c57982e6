import type { Endpoint } from '@bittkosh/contract/endpoint'
import { useState } from 'react'
import { toast } from '../kit/overlays/toast.ts'
import { ApiError } from './ApiError.ts'
import { useAttemptKeys } from './attemptKey.ts'
import { call, type Input, type Reading } from './client.ts'
import { failureMessage, isUnanswered, rulesOutEarlier } from './failure.ts'
import { refresh } from './refresh.ts'
import { wasSent } from './sent.ts'

export type ActionOptions<E extends Endpoint> = {
  endpoint: E
  /** The sentence if the server sent none, translated; null if the error is only logged. */
  fallback: string | null
  success?: string
  /**
   * `failure` is shown right above the button, because a toast would lie below a dialog, or be missed. In a dialog the hook is used in
   * a component that is mounted only while it is open, so that it opens without the failure of last time.
   */
  inPlace?: true
  /** The call names the state that it wants: a click is never the repeat of an earlier one whose reply was lost. */
  setsState?: true
  refreshes?: Endpoint[]
  onDone?: (reply: Reading<E>) => void
  /** The call waits for another admin, which is announced elsewhere: closes the confirm dialog, if there is one. */
  onSent?: () => void
}

/** A button without a form: a toast reports the result, or a dialog why it failed. */
export function useAction<E extends Endpoint>(options: ActionOptions<E>) {
  const [running, setRunning] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [unanswered, setUnanswered] = useState(false)
  const keys = useAttemptKeys()

  async function run(input: Input<E>) {
    if (running) return
    setRunning(true)
    setFailure(null)
    if (options.setsState) keys.ended()
    try {
      const reply = await call(options.endpoint, input, { idempotencyKey: keys.keyFor(input) })
      keys.ended()
      setUnanswered(false)
      if (options.success) toast(options.success)
      if (options.refreshes) void refresh(...options.refreshes)
      options.onDone?.(reply)
    } catch (error) {
      if (await wasSent(error)) {
        keys.ended()
        return options.onSent?.()
      }
      setUnanswered(isUnanswered(error) || (unanswered && !rulesOutEarlier(error)))
      if (options.fallback === null || !(error instanceof ApiError)) console.error(error)
      if (options.fallback === null) return
      if (error instanceof ApiError && options.refreshes) void refresh(...options.refreshes) // what it was based on may have changed
      const message = failureMessage(error, options.fallback)
      if (options.inPlace) setFailure(message)
      else toast(message, 'loss')
    } finally {
      setRunning(false)
    }
  }

  return {
    run,
    running,
    failure,
    /** No reply came, and the call may have been executed: to be shown as `MayBeDone` where the failure is. */
    unanswered,
  }
}
