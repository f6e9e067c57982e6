import { add } from '@bittkosh/contract/money'
import { recordLife } from '@bittkosh/contract/life'
import { getTransfer, type TransferDetails, type TransferFailure } from '@bittkosh/contract/transfers'
import { Plural, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureMessage } from '../api/failure.ts'
import { reading } from '../api/queries.ts'
import { FailedState } from '../kit/page/FailedState.tsx'
import { KeyValues } from '../kit/lists/KeyValues.tsx'
import { Khata, KhataRow, KhataTotal } from '../kit/money/Khata.tsx'
import { Modal } from '../kit/overlays/Modal.tsx'
import { Money } from '../kit/money/Money.tsx'
import { Section } from '../kit/page/Page.tsx'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import { StatusBadge } from '../kit/page/StatusBadge.tsx'
import { Timeline } from '../kit/lists/Timeline.tsx'
import { Banner } from '../kit/page/Banner.tsx'
import { useLifeStep } from '../requests/lifeSteps.ts'
import { PersonState } from '../requests/RequestParts.tsx'
import styles from './AdminTransfers.module.css'
import { Person } from './Person.tsx'
import { inOrder, lifeOf, type Stage } from './transferLife.ts'

/** One transfer: who sent what to whom, what happened to it and when, and its ledger entries. */
export function AdminTransferDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useLingui()
  const query = useQuery(reading(getTransfer, { params: { id } }))
  const number = query.data?.number ?? ''
  return (
    <Modal open onClose={onClose} title={t`Transfer ${number}`} shape="sheet">
      {query.data ? (
        <Details transfer={query.data} />
      ) : query.isError ? (
        <FailedState message={failureMessage(query.error, t`Failed to load balance transfers`)} retry={query} />
      ) : (
        <SkeletonRows rows={8} height={48} />
      )}
    </Modal>
  )
}

function Details({ transfer }: { transfer: TransferDetails }) {
  const { t } = useLingui()
  const { sender, receiver } = transfer
  return (
    <>
      <PersonState person={sender} who={t`Sender ${sender.name}`} />
      <PersonState person={receiver} who={t`Receiver ${receiver.name}`} />
      <Khata document>
        <KhataRow label={t`Amount`}>
          <Money amount={transfer.amount} />
        </KhataRow>
        <KhataRow label={t`Fee`}>
          <Money amount={transfer.processing_fee} />
        </KhataRow>
        <KhataTotal label={transfer.status === 'completed' ? t`Deducted` : t`Would be deducted`}>
          <Money amount={transfer.total_deducted} />
        </KhataTotal>
      </Khata>
      <KeyValues
        items={[
          { label: t`Status`, value: <StatusBadge status={transfer.status} /> },
          { label: t`Sender`, value: <Person person={sender} /> },
          { label: t`Receiver`, value: <Person person={receiver} /> },
          { label: t`Note`, value: transfer.note },
        ]}
      />
      <Section title={t`What happened`}>
        <Life transfer={transfer} />
      </Section>
      <Section title={t`Ledger lines`}>
        <Booked entries={transfer.entries} />
      </Section>
    </>
  )
}

function Life({ transfer }: { transfer: TransferDetails }) {
  const { t } = useLingui()
  const labels: Record<Stage, ReactNode> = {
    asked: t`Requested; a code was sent to the sender`,
    wrong_code: t`Wrong code`,
    wrong_codes: <Plural value={transfer.wrong_codes} one="# wrong code" other="# wrong codes" />,
    waits: t`Waiting for the code until`,
    completion: t`Completed`,
    completed: t`Correct code: completed`,
    failed: t`Failed: no money moved`,
    expired: t`Expired before the correct code was entered`,
    replaced: t`Expired: the sender started another transfer`,
  }
  const reasons: Record<TransferFailure, string> = {
    wrong_codes: t`Too many wrong codes.`,
    recipient_inactive: t`The code was correct, but the receiver was no longer active.`,
    insufficient_balance: t`The code was correct, but the sender’s wallet no longer held enough.`,
    over_limit: t`The code was correct, but a BittPay limit would have been exceeded.`,
  }
  const toStep = useLifeStep()
  const told = useQuery(reading(recordLife, { params: { kind: 'transfer', id: transfer.id } }))
  const messages = (told.data?.data ?? []).filter(({ what }) => ['notice', 'mail', 'sms'].includes(what)).map(toStep)
  const steps = lifeOf(transfer).map(({ stage, ...step }) => ({
    ...step,
    label: labels[stage],
    ...(stage === 'failed' && transfer.failure && { note: reasons[transfer.failure] }),
  }))
  return (
    <>
      <Timeline steps={inOrder(steps, messages)} />
      {told.isError && <Banner tone="loss">{failureMessage(told.error, t`Failed to load data`)}</Banner>}
    </>
  )
}

function Booked({ entries }: { entries: TransferDetails['entries'] }) {
  const { t } = useLingui()
  if (entries.length === 0) return <p className={styles.contact}>{t`Nothing was booked.`}</p>
  const accounts = { sender: t`Sender’s wallet`, receiver: t`Receiver’s wallet`, fee: t`BittPay fees` }
  return (
    <Khata>
      {entries.map(({ side, amount, balance_after: after }) => (
        <KhataRow
          key={side}
          label={accounts[side]}
          note={
            after !== null && (
              <>
                {t`Balance after:`} <Money amount={after} />
              </>
            )
          }
        >
          <Money amount={amount} change="plain" />
        </KhataRow>
      ))}
      <KhataTotal label={t`Sum`}>
        <Money amount={add(...entries.map(({ amount }) => amount))} />
      </KhataTotal>
    </Khata>
  )
}
