import { store, useStore } from '../device/store.ts'

/** The question that a call waits for: a code of the admin's authenticator app. */
export type CodeQuestion = { wrong: boolean; answer: (code: string | null) => void }

const question = store<CodeQuestion | null>(null)

/** Asks for a code; returns null if the person closes the question. `wrong` says that the previous code was wrong. */
export function askFreshCode({ wrong }: { wrong: boolean }): Promise<string | null> {
  dropCodeQuestion()
  return new Promise((resolve) => {
    question.set({
      wrong,
      answer: (code) => {
        question.set(null)
        resolve(code)
      },
    })
  })
}

/** Nobody waits for the code any more: as if the question had been closed. */
export function dropCodeQuestion(): void {
  question.get()?.answer(null)
}

export function useCodeQuestion(): CodeQuestion | null {
  return useStore(question)
}
