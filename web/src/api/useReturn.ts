import { useEffect, useRef } from 'react'
import { useOnline } from '../kit/device/online.ts'
import { useReachable } from './lastReply.ts'

/**
 * Calls back once a lost connection is back: the browser reports it, or a call gets a reply again. Either suffices, because a page
 * may make no calls.
 */
export function useReturn(onReturn: () => void): void {
  useReturnOf(useOnline(), onReturn)
  useReturnOf(useReachable(), onReturn)
}

function useReturnOf(isThere: boolean, onReturn: () => void): void {
  const wasThere = useRef(isThere)
  useEffect(() => {
    if (isThere && !wasThere.current) onReturn()
    wasThere.current = isThere
  }, [isThere, onReturn])
}
