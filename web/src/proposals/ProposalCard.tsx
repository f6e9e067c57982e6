import type { Language } from '@bittkosh/contract/language'
import type { Proposal } from '@bittkosh/contract/proposals'
import { isSettingKey } from '@bittkosh/contract/settings'
import { kindText } from '@bittkosh/contract/words/audit'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { Suspense } from 'react'
import { Button } from '../kit/actions/Button.tsx'
import { useLanguage } from '../kit/device/language.ts'
import { KeyValues } from '../kit/lists/KeyValues.tsx'
import { TrailChanges } from '../kit/lists/TrailEntries.tsx'
import { Card } from '../kit/page/Card.tsx'
import { Chip } from '../kit/page/Chip.tsx'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import { When } from '../kit/page/When.tsx'
import { PersonLink } from '../requests/PersonLink.tsx'
import { RecordLink } from '../requests/RecordLink.tsx'
import { SettingChanges } from '../settings/api.ts'
import styles from './Proposals.module.css'

const tones = { open: 'pending', approved: 'gain', declined: 'loss', withdrawn: 'neutral', stale: 'neutral' } as const

export type Decision = 'approve' | 'decline' | 'withdraw'

type ProposalCardProps = { proposal: Proposal; label: string; onDecide: (how: Decision) => void }

/** One proposal: the act, its subject, before and after, by whom; and its outcome. */
export function ProposalCard({ proposal, label, onDecide }: ProposalCardProps) {
  const { t } = useLingui()
  const { made_by: maker, decided_by: decider } = proposal
  return (
    <Card title={proposal.body} aside={<Chip tone={tones[proposal.status]}>{label}</Chip>}>
      <KeyValues
        items={[
          { label: t`Record`, value: <ProposedRecord proposal={proposal} /> },
          ...(proposal.user ? [{ label: t`Person`, value: <PersonLink user={proposal.user} /> }] : []),
          {
            label: t`Proposed by`,
            value: (
              <>
                {proposal.is_own ? t`You` : maker.name} · <When at={proposal.made_at} />
              </>
            ),
          },
          ...(decider && proposal.decided_at
            ? [
                {
                  label: t`Decided by`,
                  value: (
                    <>
                      {decider.name} · <When at={proposal.decided_at} />
                    </>
                  ),
                },
              ]
            : []),
          ...(proposal.reason ? [{ label: t`Reason`, value: proposal.reason }] : []),
        ]}
      />
      <ProposedChanges proposal={proposal} />
      {proposal.status === 'open' && (
        <div className={styles.actions}>
          {proposal.may_decide && (
            <>
              <Button size="dense" onClick={() => onDecide('approve')}>{t`Approve`}</Button>
              <Button size="dense" variant="danger" onClick={() => onDecide('decline')}>{t`Decline`}</Button>
            </>
          )}
          {proposal.is_own && (
            <Button
              size="dense"
              variant="secondary"
              onClick={() => onDecide('withdraw')}
            >{t`Withdraw proposal`}</Button>
          )}
          {!proposal.may_decide && (
            <p className={styles.hint}>
              {proposal.is_own
                ? t`Another admin must approve it.`
                : t`Your roles don’t allow this. Another admin must decide it.`}
            </p>
          )}
        </div>
      )}
    </Card>
  )
}

/** What it changes, before and after, with the note that was typed. */
export function ProposedChanges({ proposal }: { proposal: Proposal }) {
  return proposal.acts.map((act, index) => (
    // The acts of one proposal are never reordered.
    <div key={index} className={styles.act}>
      {act.reason && <p className={styles.reason}>{act.reason}</p>}
      {act.action === 'setting changed' ? (
        <>
          <Suspense fallback={<SkeletonRows rows={1} height={56} />}>
            <SettingChanges changes={settingChangesOf(act)} />
          </Suspense>
          <TrailChanges entry={{ before: null, after: lossOf(act) }} />
        </>
      ) : (
        <TrailChanges entry={act} isDecision={['deposit', 'withdrawal'].includes(act.subject)} />
      )}
    </div>
  ))
}

/** The settings that an act changes, as the form of the settings shows them. */
function settingChangesOf({ before, after }: Proposal['acts'][number]) {
  return Object.keys(after ?? {})
    .filter(isSettingKey)
    .map((key) => {
      const [from, to] = [loggedSetting.parse(before?.[key]), loggedSetting.parse(after?.[key])]
      const description =
        to.description === undefined ? undefined : { before: from.description ?? '', after: to.description }
      return { key, before: from.value, after: to.value, ...(description && { description }) }
    })
}

/** What a person gains on the same day, which the maker has confirmed. */
function lossOf({ after }: Proposal['acts'][number]) {
  return after?.['same_day_gain'] === undefined ? null : { same_day_gain: after['same_day_gain'] }
}

const loggedSetting = z.object({ value: z.string(), description: z.optional(z.string()) })

/** 'deposit 12', 'plan “Gold”'; for a setting its key. */
export function recordName(language: Language, { record: { kind, id, name } }: Proposal): string {
  const noun = kindText(language, kind)
  if (name !== null) return `${noun} “${name}”`
  return id === null ? noun : `${noun} ${id}`
}

const pages = {
  plan: '/admin/cryptocurrencies',
  package: '/admin/balance-packages',
  'deposit method': '/admin/settings',
} as const

/** A link to the record in the panel; a record that does not exist yet shows only its kind. */
function ProposedRecord({ proposal }: { proposal: Proposal }) {
  const { kind, id } = proposal.record
  const name = recordName(useLanguage(), proposal)
  if (id === null) return name
  const page = Object.hasOwn(pages, kind) ? pages[kind as keyof typeof pages] : undefined
  if (page) return <Link to={page}>{name}</Link>
  return (
    <RecordLink subject={kind} id={id}>
      {name}
    </RecordLink>
  )
}
