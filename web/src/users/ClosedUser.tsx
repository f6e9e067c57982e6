import { idTypeLabels, type OpenedRecord, openLockedKyc } from '@bittkosh/contract/kyc'
import { ZERO } from '@bittkosh/contract/money'
import { closedUser, userAccounts, userLedger } from '@bittkosh/contract/users'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureMessage, isUnknown } from '../api/failure.ts'
import { useMay } from '../api/may.ts'
import { reading } from '../api/queries.ts'
import { useForm } from '../api/useForm.ts'
import { useLanguage } from '../kit/device/language.ts'
import { Field } from '../kit/forms/Field.tsx'
import { Submit } from '../kit/forms/Submit.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { KeyValues } from '../kit/lists/KeyValues.tsx'
import { Figures } from '../kit/money/Figures.tsx'
import { Money } from '../kit/money/Money.tsx'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { Page, Section } from '../kit/page/Page.tsx'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import { StatusBadge } from '../kit/page/StatusBadge.tsx'
import { When } from '../kit/page/When.tsx'
import { useAccountNames } from './accountNames.ts'
import { ExportPerson } from './ExportPerson.tsx'
import { UserLedger, type UserLedgerProps } from './UserLedger.tsx'
import styles from './Users.module.css'

/**
 * A closed account, or a message that there is no such person: shows what is still owed, the ledger, and the locked identity
 * records, which an owner may open with a reason.
 */
export function ClosedUser({ id, ...narrowing }: UserLedgerProps) {
  const { t } = useLingui()
  const may = useMay()
  const language = useLanguage()
  const accountName = useAccountNames()
  const [opened, setOpened] = useState<readonly OpenedRecord[] | null>(null)
  const closed = useQuery(reading(closedUser, { params: { id } }))
  if (!closed.data)
    return (
      <Page title={t`User details`} width="admin">
        {isUnknown(closed.error) ? (
          <EmptyState title={t`No user has this number`} />
        ) : closed.isError ? (
          <FailedState message={failureMessage(closed.error, t`Failed to load users`)} retry={closed} />
        ) : (
          <SkeletonRows rows={3} height={40} />
        )}
      </Page>
    )
  const { closed_at: closedAt, balances, locked_records: records } = closed.data
  const owed = userAccounts.filter((account) => balances[account] !== ZERO)
  return (
    <Page title={t`Closed account #${id}`} width="admin">
      <div className={styles.blocks}>
        <p>
          <Trans>
            This account was closed on <When at={closedAt} look="date" />. Its owner’s details were erased; the ledger
            stays under its number.
          </Trans>
        </p>
        {owed.length > 0 && (
          <Section title={t`Still owed`}>
            <Figures
              items={owed.map((account) => ({
                label: accountName(account),
                value: <Money amount={balances[account]} />,
              }))}
            />
          </Section>
        )}
        <Section title={t`Locked identity records`}>
          {records.length === 0 ? (
            <p className={styles.soft}>{t`None are kept.`}</p>
          ) : (
            <>
              <p className={styles.soft}>
                {t`By law they are kept for five years after the account is closed, then erased. Only an owner with a reason can open them.`}
              </p>
              <KeyValues
                items={records.map((record) => ({
                  label: idTypeLabels[language][record.type],
                  value: (
                    <span className={styles.two}>
                      <span>
                        {opened?.find(({ index }) => index === record.index)?.id_number}{' '}
                        <StatusBadge status={record.status} />
                      </span>
                      <span className={styles.soft}>
                        {t`Account closed`} · {t`locked until`} <When at={record.locked_until} look="date" />
                      </span>
                    </span>
                  ),
                }))}
              />
              {opened ? (
                <div className={styles.links}>
                  {opened
                    .flatMap(({ urls }) => urls)
                    .map((url, n) => (
                      <a key={url} href={url} target="_blank" rel="noreferrer">{t`Picture ${n + 1}`}</a>
                    ))}
                </div>
              ) : (
                may(openLockedKyc) && <OpenForm id={id} onOpened={setOpened} />
              )}
            </>
          )}
        </Section>
        {may(userLedger) && (
          <Section title={t`Ledger`}>
            <UserLedger id={id} {...narrowing} />
          </Section>
        )}
        <div className={styles.links}>
          <ExportPerson id={id} />
        </div>
      </div>
    </Page>
  )
}

function OpenForm({ id, onOpened }: { id: number; onOpened: (records: readonly OpenedRecord[]) => void }) {
  const { t } = useLingui()
  const form = useForm({
    endpoint: openLockedKyc,
    params: { userId: id },
    initial: { reason: '' },
    body: (typed) => typed,
    fallback: t`The records could not be opened`,
    onDone: onOpened,
  })
  return (
    <form {...form.props} className={styles.block}>
      <Field label={t`Reason`} error={form.errors.reason} hint={t`It is kept in the audit log with your name.`}>
        <TextInput {...form.bind('reason')} maxLength={500} autoComplete="off" />
      </Field>
      <Submit form={form}>{t`Open the records`}</Submit>
    </form>
  )
}
