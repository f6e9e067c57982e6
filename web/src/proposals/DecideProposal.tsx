import {
  approveProposal,
  declineProposal,
  listProposals,
  type Proposal,
  withdrawProposal,
} from '@bittkosh/contract/proposals'
import { Trans, useLingui } from '@lingui/react/macro'
import { refreshAll } from '../api/refresh.ts'
import { readSiteAgain } from '../api/site.ts'
import { useDraftForm } from '../api/useDraftForm.ts'
import { useLanguage } from '../kit/device/language.ts'
import { Field } from '../kit/forms/Field.tsx'
import { TextArea } from '../kit/forms/TextInput.tsx'
import { toast } from '../kit/overlays/toast.ts'
import { DecideDialog } from '../requests/DecideDialog.tsx'
import { SecondLook, useSecondLook } from '../requests/SecondLook.tsx'
import { MovedRequest, useMovedRequest } from './MovedRequest.tsx'
import { type Decision, ProposedChanges, recordName } from './ProposalCard.tsx'

type DecideProposalProps = { proposal: Proposal; how: Decision; onClose: () => void }

const endpoints = { approve: approveProposal, decline: declineProposal, withdraw: withdrawProposal }

const nothing = { kind: '', id: null, name: null }

/**
 * The confirm dialog for a decision on a proposal; approving repeats all of it, with the request that it moves and its warnings, and
 * asks for an unusual amount again.
 */
export function DecideProposal({ proposal, how, onClose }: DecideProposalProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const maker = proposal.made_by.name
  const words = {
    approve: { title: t`Approve the proposal`, confirm: t`Approve`, done: t`Approved and carried out` },
    decline: { title: t`Decline the proposal`, confirm: t`Decline`, done: t`Declined. Nothing was changed.` },
    withdraw: {
      title: t`Withdraw your proposal`,
      confirm: t`Withdraw proposal`,
      done: t`Withdrawn. Nothing was changed.`,
    },
  }[how]
  const draft = `${how} proposal ${proposal.id}`
  const form = useDraftForm({
    draft,
    endpoint: endpoints[how],
    params: { id: proposal.id },
    initial: { reason: '' },
    body: ({ reason }) => (how === 'decline' ? { reason } : {}),
    fallback: t`The proposal could not be decided`,
    refreshes: [listProposals],
    onDone: () => {
      toast(words.done)
      if (how === 'approve') {
        void refreshAll() // whatever the proposal was about
        readSiteAgain()
      }
      onClose()
    },
    onRefused: () => void refreshAll(),
  })
  const moved = useMovedRequest(how === 'approve' ? proposal.record : nothing)
  const look = useSecondLook(how === 'approve' ? proposal.amount_facts : null, words.confirm)
  return (
    <DecideDialog
      title={words.title}
      decision={{ ...form, close: onClose }}
      {...look.dialog}
      danger={how === 'decline'}
      money={how === 'approve'}
      disabled={look.dialog.disabled || moved.isLoading}
      confirmFirst={how !== 'decline' && look.isTaken}
    >
      <p>
        <strong>{proposal.body}</strong>
        {' · '}
        {recordName(language, proposal)}
        {proposal.user && <> · {proposal.user.name}</>}
      </p>
      {how === 'approve' && (
        <>
          <MovedRequest proposal={proposal} moved={moved} />
          <ProposedChanges proposal={proposal} />
          <SecondLook look={look} isChange={proposal.record.kind === 'user'} />
          <p>
            <Trans>{maker} proposed it. It takes effect at once, in both your names.</Trans>
          </p>
        </>
      )}
      {how === 'decline' && (
        <Field label={t`Reason`} hint={t`${maker} will see it.`} error={form.errors.reason}>
          <TextArea rows={3} maxLength={500} {...form.bind('reason')} data-first-focus />
        </Field>
      )}
    </DecideDialog>
  )
}
