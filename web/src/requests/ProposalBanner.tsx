import type { Proposal } from '@bittkosh/contract/proposals'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Banner } from '../kit/page/Banner.tsx'
import { When } from '../kit/page/When.tsx'

/** Says that an act waits for another admin. */
export default function ProposalBanner({ proposal }: { proposal: Proposal }) {
  const maker = proposal.made_by.name
  const act = proposal.body
  return (
    <Banner tone="pending">
      <p>
        <Trans>
          {maker} proposed, <When at={proposal.made_at} look="relative" />: {act}.{' '}
          <Link to="/admin/proposals">Show the proposal</Link>
        </Trans>
      </p>
    </Banner>
  )
}
