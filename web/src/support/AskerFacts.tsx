import { ownContact } from '@bittkosh/contract/contact'
import type { Asker, OpenedConversation } from '@bittkosh/contract/inbox'
import { listUsers } from '@bittkosh/contract/users'
import { useLingui as useI18n } from '@lingui/react'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useMay } from '../api/may.ts'
import { KeyValues } from '../kit/lists/KeyValues.tsx'
import { Money } from '../kit/money/Money.tsx'
import { Card } from '../kit/page/Card.tsx'
import { Chip } from '../kit/page/Chip.tsx'
import { StatusBadge } from '../kit/page/StatusBadge.tsx'
import { When } from '../kit/page/When.tsx'
import { flagNames } from '../requests/Marks.tsx'
import { PersonState } from '../requests/RequestParts.tsx'
import { AboutLink } from './AboutLink.tsx'
import styles from './AdminSupport.module.css'

/** The person who asks, beside the thread: the facts that an answer needs, without identity documents. */
export function AskerFacts({ opened: { asker, account, conversation } }: { opened: OpenedConversation }) {
  const { t } = useLingui()
  if (asker) return <Person asker={asker} />
  return (
    <aside className={styles.facts} aria-label={t`Who is asking`}>
      <Card title={t`Visitor`}>
        <KeyValues
          items={[
            { label: t`Name they gave`, value: conversation.name },
            { label: t`E-mail, confirmed`, value: conversation.email },
            {
              label: t`Account with this address`,
              value: account ? <Account account={account} /> : t`none that has confirmed it`,
            },
          ]}
        />
        <p className={styles.soft}>
          {t`Answers go to this address by mail. Reveal nothing about an account that only its owner should see.`}
        </p>
      </Card>
    </aside>
  )
}

function Account({ account }: { account: NonNullable<OpenedConversation['account']> }) {
  return (
    <>
      <Link to="/admin/users/$id" params={{ id: String(account.id) }}>{`${account.name} #${account.id}`}</Link>{' '}
      {!account.is_active && <StatusBadge status="inactive" />}
    </>
  )
}

function Person({ asker }: { asker: Asker }) {
  const { t } = useLingui()
  const { i18n } = useI18n()
  const mayOpen = useMay()(listUsers)
  return (
    <aside className={styles.facts} aria-label={t`Who is asking`}>
      <PersonState person={asker} />
      <Card
        title={
          mayOpen ? (
            <Link to="/admin/users/$id" params={{ id: String(asker.id) }}>
              {asker.name}
            </Link>
          ) : (
            asker.name
          )
        }
      >
        {asker.flags.length > 0 && (
          <p className={styles.chips}>
            {asker.flags.map((kind) => (
              <Chip key={kind}>{i18n._(flagNames[kind])}</Chip>
            ))}
          </p>
        )}
        <KeyValues
          items={[
            { label: t`Number`, value: `#${asker.id}` },
            {
              label: t`E-mail`,
              value:
                ownContact(asker.email) && (asker.email_verified ? asker.email : t`${asker.email} (not confirmed)`),
            },
            { label: t`Phone`, value: ownContact(asker.phone) },
            { label: t`KYC`, value: <StatusBadge status={asker.kyc ?? 'not_submitted'} /> },
            { label: t`Wallet balance`, value: <Money amount={asker.wallet} /> },
            { label: t`Registered`, value: <When at={asker.created_at} look="date" /> },
          ]}
        />
      </Card>
      {asker.records.length > 0 && (
        <Card title={t`Latest records`}>
          <ul className={styles.records}>
            {asker.records.map(({ kind, id, amount, status }) => (
              <li key={`${kind} ${id}`}>
                <AboutLink about={{ kind, id }} user={asker.id} />
                {amount !== null && <Money amount={amount} />}
                <StatusBadge status={status} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </aside>
  )
}
