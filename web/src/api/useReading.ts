import type { Endpoint } from '@bittkosh/contract/endpoint'
import { useEffect, useState } from 'react'
import type { ApiError } from './ApiError.ts'
import { call, type Input, type Reading } from './client.ts'

type State<E> = { data?: Reading<E>; error?: ApiError }

/**
 * Reads once, for the pages of visitors: they are the first thing that anyone downloads, and leave the query cache
 * (10 kB) to the pages behind the login.
 */
export function useReading<E extends Endpoint>(endpoint: object extends Input<E> ? E : never): State<E> {
  const [state, setState] = useState<State<E>>({})
  useEffect(() => {
    const leaving = new AbortController()
    call<E>(endpoint, {} as Input<E>, { signal: leaving.signal }).then(
      (data) => setState({ data }),
      (error: ApiError) => {
        if (!leaving.signal.aborted) setState({ error })
      },
    )
    return () => leaving.abort()
  }, [endpoint])
  return state
}
