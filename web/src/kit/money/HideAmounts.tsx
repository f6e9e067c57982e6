import { useLingui } from '@lingui/react/macro'
import { Eye, EyeOff } from 'lucide-react'
import { IconButton } from '../actions/IconButton.tsx'
import { useHiddenAmounts } from './hiddenAmounts.ts'

/** The eye that hides amounts from onlookers, on every page of this browser. */
export function HideAmounts() {
  const { t } = useLingui()
  const [hidden, setHidden] = useHiddenAmounts()
  return (
    <IconButton
      label={hidden ? t`Show amounts` : t`Hide amounts`}
      aria-pressed={hidden}
      icon={hidden ? <EyeOff size={22} aria-hidden /> : <Eye size={22} aria-hidden />}
      onClick={() => setHidden(!hidden)}
    />
  )
}
