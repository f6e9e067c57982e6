import { store, useStore } from '../device/store.ts'

const sent = store(false)

/** Shows that the act just submitted waits for another admin; its form closes. */
export function announceSent() {
  sent.set(true)
}

export function dismissSent() {
  sent.set(false)
}

export function useSent(): boolean {
  return useStore(sent)
}
