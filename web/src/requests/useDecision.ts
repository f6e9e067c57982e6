import type { Endpoint } from '@bittkosh/contract/endpoint'
import { toast } from '../kit/overlays/toast.ts'
import { refresh } from '../api/refresh.ts'
import { type NoSecrets, useDraftForm } from '../api/useDraftForm.ts'
import { afterDecision } from './afterDecision.ts'

type DecisionValues = Record<string, string | boolean> & NoSecrets

type DecisionOptions<V extends DecisionValues, E extends Endpoint> = Omit<
  Parameters<typeof useDraftForm<V, E>>[0],
  'refreshes' | 'onDone' | 'onSent'
> & {
  /** The queue that contains the request. */
  queue: Endpoint
  /** The toast after the decision, translated. */
  success: string
  onClose: () => void
  onDone: () => void
}

/**
 * The form of a decision in a queue, for `<DecideDialog>` and `<RejectDialog>`. What is typed survives a closed dialog, a reload and
 * the end of the session: the reference of a payment that was made, for example, is not yet recorded anywhere else.
 */
export function useDecision<V extends DecisionValues, E extends Endpoint>({
  queue,
  success,
  onClose,
  onDone,
  ...options
}: DecisionOptions<V, E>) {
  const refreshes = [queue, ...afterDecision]
  function close() {
    void refresh(...refreshes) // shows decisions made elsewhere, and the claim that a proposal to pay has made
    onClose()
  }
  const form = useDraftForm<V, E>({
    ...options,
    refreshes,
    onDone: () => {
      toast(success)
      onDone()
    },
    onSent: close,
  })
  return { ...form, close }
}
