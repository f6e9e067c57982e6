import { lazy, Suspense } from 'react'
import { useOpenProposal, useOpenProposals } from '../api/useProposals.ts'

// The texts of proposals are fetched only if there is one.
const ProposalBanner = lazy(() => import('./ProposalBanner.tsx'))

/** Says that an act on this record waits for another admin. */
export function ProposedNote({ subject, id }: { subject: string; id: number }) {
  const proposal = useOpenProposal(subject, id)
  return (
    proposal && (
      <Suspense>
        <ProposalBanner proposal={proposal} />
      </Suspense>
    )
  )
}

type ProposedInListProps =
  | {
      subject: 'package' | 'plan' | 'deposit method' | 'user'
      /** Null for a record that does not exist yet: shown at the top of the list. */
      id: number | null
    }
  | { act: 'setting changed' }

/** Says that an act on a row of a catalogue, of the team or on the settings waits for another admin. */
export function ProposedInList(which: ProposedInListProps) {
  const open = useOpenProposals('subject' in which ? which.subject : undefined)
  const proposals = open.filter((one) => ('act' in which ? one.act === which.act : one.record.id === which.id))
  if (proposals.length === 0) return null
  return (
    <Suspense>
      {proposals.map((proposal) => (
        <ProposalBanner key={proposal.id} proposal={proposal} />
      ))}
    </Suspense>
  )
}
