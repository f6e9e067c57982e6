import { BRAND } from '@bittkosh/contract/brand'
import { useLingui } from '@lingui/react/macro'
import { Share2 } from 'lucide-react'
import { Button } from '../actions/Button.tsx'
import { useBriefly } from '../actions/useBriefly.ts'
import { shareText } from '../device/share.ts'

/** Shares a record as text: its title under the brand's name, then its lines. */
export function ShareButton({ title, lines, wide }: { title: string; lines: (string | null)[]; wide?: boolean }) {
  const { t } = useLingui()
  const [outcome, setOutcome] = useBriefly<'copied' | 'failed'>()
  async function share() {
    const text = [`${BRAND}: ${title}`, ...lines.filter(Boolean)].join('\n')
    const shared = await shareText({ title, text })
    if (shared === 'copied' || shared === 'failed') setOutcome(shared)
  }
  return (
    <Button variant="secondary" icon={<Share2 size={18} aria-hidden />} wide={wide} onClick={() => void share()}>
      <span aria-live="polite">
        {outcome === 'failed' ? t`Failed to copy to clipboard` : outcome ? t`Receipt copied` : t`Share`}
      </span>
    </Button>
  )
}
