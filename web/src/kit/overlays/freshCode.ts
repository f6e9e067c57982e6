import { useSyncExternalStore } from 'react'

/** The question that a call waits for: a code of the admin's authenticator app. */
export type CodeQuestion = { wrong: boolean; answer: (code: string | null) => void }

const listeners = new Set<() => void>()
let question: CodeQuestion | null = null

/** Asks for a code; returns null if the person closes the question. `wrong` says that the previous code was wrong. */
export function askFreshCode({ wrong }: { wrong: boolean }): Promise<string | null> {
  question?.answer(null)
  return new Promise((resolve) => {
    pose({
      wrong,
      answer: (code) => {
        pose(null)
        resolve(code)
      },
    })
  })
}

/** Nobody waits for the code any more: as if the question had been closed. */
export function dropCodeQuestion(): void {
  question?.answer(null)
}

export function useCodeQuestion(): CodeQuestion | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => question,
    () => null,
  )
}

function pose(next: CodeQuestion | null) {
  question = next
  for (const listener of listeners) listener()
}
