import { store, useStore } from '../device/store.ts'

const sent = store(false)

/** Shows that what was just pressed waits for another admin; the form that it was pressed in closes. */
export function announceSent() {
  sent.set(true)
}

export function dismissSent() {
  sent.set(false)
}

export function useSent(): boolean {
  return useStore(sent)
}
