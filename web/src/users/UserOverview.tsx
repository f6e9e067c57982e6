import { ownContact } from '@bittkosh/contract/contact'
import type { UserDetails } from '@bittkosh/contract/users'
import { type IdType, idTypeLabels, revokeKyc } from '@bittkosh/contract/kyc'
import { requestCan } from '@bittkosh/contract/requestStates'
import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { useMay } from '../api/may.ts'
import { Button, ButtonLink } from '../kit/actions/Button.tsx'
import { Figures } from '../kit/money/Figures.tsx'
import { KeyValues } from '../kit/lists/KeyValues.tsx'
import { useLanguage } from '../kit/device/language.ts'
import { Money } from '../kit/money/Money.tsx'
import { StatusBadge } from '../kit/page/StatusBadge.tsx'
import { When } from '../kit/page/When.tsx'
import { useOpened } from '../kit/overlays/useEdited.ts'
import { DocumentPhotos } from '../requests/DocumentPhotos.tsx'
import { IdNumber } from '../requests/IdNumber.tsx'
import styles from './Users.module.css'

const RevokeKyc = lazy(() => import('./RevokeKyc.tsx'))

export function UserOverview({ details: { user, statistics, referrals } }: { details: UserDetails }) {
  const { t } = useLingui()
  const may = useMay()
  const language = useLanguage()
  const [revoking, askToRevoke, close] = useOpened<{ id: number; index: number; type: IdType }>()
  const referrer = referrals.referred_by
  return (
    <div className={styles.blocks}>
      <Figures
        items={[
          { label: t`Wallet balance`, value: <Money amount={user.balance} /> },
          {
            label: t`Deposits`,
            value: <Money amount={statistics.total_deposits} />,
            note: (
              <>
                {t`pending`} <Money amount={statistics.pending_deposits} />
              </>
            ),
          },
          {
            label: t`Withdrawals`,
            value: <Money amount={statistics.total_withdrawals} />,
            note: (
              <>
                {t`pending`} <Money amount={statistics.pending_withdrawals} />
              </>
            ),
          },
        ]}
      />
      <KeyValues
        items={[
          { label: t`Status`, value: <StatusBadge status={user.is_active ? 'active' : 'inactive'} /> },
          { label: t`Number`, value: `#${user.id}` },
          { label: t`E-mail`, value: ownContact(user.email) },
          { label: t`Phone`, value: ownContact(user.phone) },
          { label: t`Registered`, value: <When at={user.created_at} /> },
          { label: t`Referral code`, value: user.referral_code },
          {
            label: t`Invited by`,
            value: referrer && (ownContact(referrer.email) ? `${referrer.name} (${referrer.email})` : referrer.name),
          },
        ]}
      />
      <section className={styles.block}>
        <h2>{t`Identity documents`}</h2>
        {user.govt_ids.length === 0 ? (
          <p className={styles.soft}>{t`None has been submitted.`}</p>
        ) : (
          <KeyValues
            items={user.govt_ids.map((document, index) => ({
              label: idTypeLabels[language][document.type],
              value: (
                <span className={styles.two}>
                  <span>
                    {document.id_number !== null && (
                      <IdNumber user={user.id} index={index} masked={document.id_number} type={document.type} />
                    )}{' '}
                    <StatusBadge status={document.status} />
                  </span>
                  <span className={styles.soft}>
                    {document.rejection_reason ? `${document.rejection_reason} · ` : ''}
                    <When at={document.submitted_at} look="date" />
                  </span>
                  <DocumentPhotos urls={document.urls} label={idTypeLabels[language][document.type]} />
                  {may(revokeKyc) && requestCan('kyc', 'revoke', document.status) && (
                    <Button
                      variant="danger"
                      size="dense"
                      onClick={() => askToRevoke({ id: document.id, index, type: document.type })}
                    >{t`Revoke the approval`}</Button>
                  )}
                </span>
              ),
            }))}
          />
        )}
      </section>
      <Suspense>{revoking && <RevokeKyc user={user} document={revoking} onClose={close} />}</Suspense>
      {may('records.read') && (
        <div className={styles.links}>
          <ButtonLink
            variant="secondary"
            size="dense"
            to="/admin/deposits"
            search={{ search: user.email, status: 'all' }}
          >{t`Deposits of this user`}</ButtonLink>
          <ButtonLink
            variant="secondary"
            size="dense"
            to="/admin/withdrawals"
            search={{ search: user.email, status: 'all' }}
          >{t`Withdrawals of this user`}</ButtonLink>
        </div>
      )}
    </div>
  )
}
