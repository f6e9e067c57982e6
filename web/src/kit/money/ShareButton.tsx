import { BRAND } from '@bittkosh/contract/brand'
import { useLingui } from '@lingui/react/macro'
import { Share2 } from 'lucide-react'
import { Button } from '../actions/Button.tsx'
import { shareText } from '../device/share.ts'
import { toast } from '../overlays/toast.ts'

/** Shares a record as text: its title under the brand's name, then its lines. */
export function ShareButton({ title, lines, wide }: { title: string; lines: (string | null)[]; wide?: boolean }) {
  const { t } = useLingui()
  async function share() {
    const text = [`${BRAND}: ${title}`, ...lines.filter(Boolean)].join('\n')
    const outcome = await shareText({ title, text })
    if (outcome === 'copied') toast(t`Receipt copied`)
    if (outcome === 'failed') toast(t`Failed to copy to clipboard`, 'loss')
  }
  return (
    <Button
      variant="secondary"
      icon={<Share2 size={18} aria-hidden />}
      {...(wide && { wide })}
      onClick={() => void share()}
    >
      {t`Share`}
    </Button>
  )
}
