import type { Endpoint } from '@bittkosh/contract/endpoint'
import type { Input } from './client.ts'
import { type ActionOptions, useAction } from './useAction.ts'

type ConfirmOptions<E extends Endpoint> = Omit<ActionOptions<E>, 'inPlace' | 'onDone' | 'onSent'> & {
  input: Input<E>
  onClose: () => void
}

/**
 * The call that a `ConfirmDialog` asks about, as the dialog's props. The dialog closes once the call is done or waits for another
 * admin, and shows why it failed; it is mounted only while it is open.
 */
export function useConfirm<E extends Endpoint>({ input, onClose, ...action }: ConfirmOptions<E>) {
  const { run, ...state } = useAction<E>({ ...action, inPlace: true, onDone: onClose, onSent: onClose })
  return { open: true, onClose, ...state, onConfirm: () => void run(input) }
}
