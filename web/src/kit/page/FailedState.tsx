import { useLingui } from '@lingui/react/macro'
import { RotateCw } from 'lucide-react'
import { Banner } from './Banner.tsx'
import { Button } from '../actions/Button.tsx'

/** Loading failed: says why and offers to try again. */
export function FailedState({
  message,
  onRetry,
  running,
}: {
  message: string
  onRetry: () => void
  running?: boolean
}) {
  const { t } = useLingui()
  return (
    <Banner tone="loss">
      <p>{message}</p>
      <Button
        variant="secondary"
        size="dense"
        running={running ?? false}
        icon={<RotateCw size={16} aria-hidden />}
        onClick={onRetry}
      >{t`Retry`}</Button>
    </Banner>
  )
}
