import { useRouter } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry right behind this step or sheet in the history is the one that opened it. */
    isOpened?: boolean
  }
}

/** Leaves a step or sheet by going back, so that Back does not open it again; `otherwise` runs if no page of ours opened it. */
export function useStepBack(): (otherwise: () => void) => void {
  const router = useRouter()
  return (otherwise) => {
    if (router.state.location.state.isOpened) router.history.back()
    else otherwise()
  }
}
