import { useNavigate, useSearch } from '@tanstack/react-router'
import { useStepBack } from './useStepBack.ts'
import { useStillHere } from './useStillHere.ts'

/** In the address of a flow: the current step, the record that it ended with, and the page that somebody came from. */
export type FlowSearch = { step?: string | undefined; record?: string | undefined; back?: string | undefined }

type EndPage = { to: '.' | '/add-balance' } | { to: '/invest/$symbol'; params: { symbol: string } }

/** The record that a flow has just ended with: its success is announced and animated once, and a reload forgets it. */
let justEnded: string | null = null

/**
 * The steps of a flow, held in its address: form → review → done. Back, including Android's, returns to the previous step, a reload
 * shows the same one, and after the end Back leads to an empty form, never to the review of what was already sent. The route takes
 * `flowSearch` (app/search.ts); the form stays mounted and keeps what is typed.
 */
export function useFlow<Step extends string = 'review' | 'done'>() {
  const { step, record, back } = useSearch({ strict: false }) as FlowSearch
  const navigate = useNavigate()
  const stepBack = useStepBack()
  const isHere = useStillHere()
  const to = (search: FlowSearch, options: { replace?: boolean; state?: { isOpened: boolean } } = {}) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...search }), ...options })
  function end(ended: string, page: EndPage, options: { replace: boolean }) {
    if (!isHere()) return
    justEnded = ended
    void navigate({ ...page, search: { step: 'done', record: ended, ...(back && { back }) }, ...options })
  }

  return {
    /** Undefined means the form. */
    step: step as Step | undefined,
    record,
    /** The flow has just ended; false after a reload. */
    isFresh: record !== undefined && record === justEnded,
    /** The address to return to after this flow. */
    back,
    /** Shows a later step, from which Back returns to this one. */
    open(next: Step) {
      if (isHere()) to({ step: next }, { state: { isOpened: true } })
    },
    /** Returns to the form, as Back would. */
    leave: () => stepBack(() => to({ step: undefined }, { replace: true })),
    /** Replaces the step that sent the request with its result: here, or on the page of another flow. */
    finish: (ended: string, page: EndPage = { to: '.' }) => end(ended, page, { replace: true }),
    /** Shows the result of an act on a page that is not a step of a flow; Back returns to that page. */
    finishElsewhere: (ended: string, page: EndPage) => end(ended, page, { replace: false }),
    /** Shows an empty form after the end. */
    restart: () => void navigate({ to: '.', search: {} }),
  }
}
