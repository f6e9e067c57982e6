import { useEffect, useRef } from 'react'
import { useOnline } from '../kit/device/online.ts'
import { useReachable } from './lastReply.ts'

/**
 * Calls back once a connection that was lost is back: the browser says so, or a call has a reply again. Either will do, as
 * a page may be shown that makes no call.
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
