import { useLingui } from '@lingui/react/macro'
import { Check, Copy } from 'lucide-react'
import { Button } from './Button.tsx'
import { useBriefly } from './useBriefly.ts'

type CopyButtonProps = {
  text: string
  /** Names what is copied: 'Copy UPI ID'. */
  label: string
  /** The button's accessible name if there are several in a row and the label is only 'Copy'. */
  name?: string
  /** Default 'Copied'. */
  copiedLabel?: string
  size?: 'regular' | 'dense'
}

export function CopyButton({ text, label, name, copiedLabel, size = 'dense' }: CopyButtonProps) {
  const { t } = useLingui()
  const [outcome, setOutcome] = useBriefly<'copied' | 'failed'>()
  return (
    <Button
      variant="secondary"
      size={size}
      aria-label={outcome ? undefined : name}
      icon={outcome === 'copied' ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
      onClick={async () => setOutcome((await copyText(text)) ? 'copied' : 'failed')}
    >
      <span aria-live="polite">
        {outcome === 'failed' ? t`Failed to copy to clipboard` : outcome ? (copiedLabel ?? t`Copied`) : label}
      </span>
    </Button>
  )
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text) // missing outside HTTPS, refused without permission
    return true
  } catch {
    return false
  }
}
