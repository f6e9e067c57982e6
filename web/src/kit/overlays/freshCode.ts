import { store, useStore } from '../device/store.ts'

/** The prompt that a call waits for: a code of the admin's authenticator app. */
export type CodeQuestion = { wrong: boolean; answer: (code: string | null) => void }

const question = store<CodeQuestion | null>(null)

/** Asks for a code; returns null if the person closes the prompt. `wrong` says that the previous code was wrong. */
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

/** The code is no longer needed: as if the prompt had been closed. */
export function dropCodeQuestion(): void {
  question.get()?.answer(null)
}

export function useCodeQuestion(): CodeQuestion | null {
  return useStore(question)
}
