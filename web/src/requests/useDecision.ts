import type { Endpoint } from '@bittkosh/contract/endpoint'
import { waiting } from '@bittkosh/contract/statistics'
import { toast } from '../kit/overlays/toast.ts'
import { refresh } from '../api/refresh.ts'
import { useForm } from '../api/useForm.ts'

type DecisionOptions<V extends Record<string, string | boolean>, E extends Endpoint> = Omit<
  Parameters<typeof useForm<V, E>>[0],
  'refreshes' | 'onDone' | 'onSent'
> & {
  /** The queue that contains the request. */
  queue: Endpoint
  /** The toast after the decision, translated. */
  success: string
  onClose: () => void
  onDone: () => void
}

/** The form of a decision in a queue, for `<DecideDialog>` and `<RejectDialog>` */
export function useDecision<V extends Record<string, string | boolean>, E extends Endpoint>({
  queue,
  success,
  onClose,
  onDone,
  ...options
}: DecisionOptions<V, E>) {
  const form = useForm<V, E>({
    ...options,
    refreshes: [queue, waiting], // otherwise the menu's count waits for the next poll
    onDone: () => {
      toast(success)
      onDone()
    },
    onSent: onClose,
  })
  return {
    ...form,
    close: () => {
      void refresh(queue) // shows decisions made elsewhere
      onClose()
    },
  }
}
