import { BRAND } from '@bittkosh/contract/brand'
import { trimmedRupees } from '@bittkosh/contract/money'
import { useLingui } from '@lingui/react/macro'
import { Share2 } from 'lucide-react'
import { Button } from '../kit/actions/Button.tsx'
import { Card } from '../kit/page/Card.tsx'
import { CopyButton } from '../kit/actions/CopyButton.tsx'
import { Skeleton } from '../kit/page/Skeleton.tsx'
import { useReferralRules } from './api.ts'
import styles from './profile.module.css'

export function AffiliateCard({ code, link }: { code: string; link: string }) {
  const { t } = useLingui()
  const invitation = t`Join me on ${BRAND}: ${link}`
  return (
    <Card title={t`Invite friends`}>
      <ReferralRules />
      <div className={styles.code}>
        <div className={styles.codeText}>
          <span className={styles.label}>{t`Referral code`}</span>
          <span className={styles.strong}>{code}</span>
        </div>
        <CopyButton text={code} label={t`Copy code`} copiedLabel={t`Referral code copied!`} />
      </div>
      <div className={styles.code}>
        <div className={styles.codeText}>
          <span className={styles.label}>{t`Referral link`}</span>
          {link}
        </div>
        <CopyButton text={link} label={t`Copy link`} />
      </div>
      <Button
        variant="secondary"
        wide
        icon={<Share2 size={18} aria-hidden />}
        onClick={() => void share(invitation)}
      >{t`Share`}</Button>
    </Card>
  )
}

/** What an invitation earns under the current settings; nothing if they can't be read. */
function ReferralRules() {
  const { t } = useLingui()
  const rules = useReferralRules()
  if (rules === undefined) return <Skeleton height={44} />
  if (rules === null) return null
  const reward = trimmedRupees(rules.reward)
  const threshold = trimmedRupees(rules.threshold)
  const share = rules.sharePercent
  return (
    <p className={styles.muted}>
      {t`You earn ${reward} for each friend who deposits ${threshold} into Earn, plus ${share} % of their profits for life.`}
    </p>
  )
}

/** The device's own share sheet if it has one, otherwise WhatsApp. */
async function share(text: string) {
  if (!('share' in navigator)) {
    window.open(`https://wa.me/?text=${encodeURIComponent(text)}`, '_blank', 'noopener,noreferrer')
    return
  }
  try {
    await navigator.share({ text })
  } catch {
    // Closing it without choosing is fine.
  }
}
