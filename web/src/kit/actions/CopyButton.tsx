import { useLingui } from '@lingui/react/macro'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './Button.tsx'
import { toast } from '../overlays/toast.ts'

const confirmedMs = 2000

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
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), confirmedMs)
    return () => clearTimeout(timer)
  }, [copied])

  return (
    <Button
      variant="secondary"
      size={size}
      aria-label={copied ? undefined : name}
      icon={copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
      onClick={async () => {
        if (await copyText(text)) setCopied(true)
        else toast(t`Failed to copy to clipboard`, 'loss')
      }}
    >
      <span aria-live="polite">{copied ? (copiedLabel ?? t`Copied`) : label}</span>
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
