import { useLingui } from '@lingui/react/macro'
import { RotateCw } from 'lucide-react'
import { Banner } from './Banner.tsx'
import { Button } from '../actions/Button.tsx'

export type Refetchable = { isFetching: boolean; refetch: () => unknown }

/** Shown when loading failed: says why and offers to refetch these queries. */
export function FailedState({ message, retry }: { message: string; retry: Refetchable | readonly Refetchable[] }) {
  const { t } = useLingui()
  const queries = [retry].flat()
  return (
    <Banner tone="loss">
      <p>{message}</p>
      <Button
        variant="secondary"
        size="dense"
        running={queries.some((query) => query.isFetching)}
        icon={<RotateCw size={16} aria-hidden />}
        onClick={() => queries.forEach((query) => void query.refetch())}
      >{t`Retry`}</Button>
    </Banner>
  )
}
