import { type GovtId, type IdType, idTypeLabels, idTypes } from '@bittkosh/contract/kyc'
import { isWaiting, requestStates } from '@bittkosh/contract/requestStates'
import { getProfile } from '@bittkosh/contract/profile'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureMessage } from '../api/failure.ts'
import { reading } from '../api/queries.ts'
import { useLanguage } from '../kit/device/language.ts'
import { AskAbout } from '../kit/actions/AskAbout.tsx'
import { Banner } from '../kit/page/Banner.tsx'
import { Button } from '../kit/actions/Button.tsx'
import { Card } from '../kit/page/Card.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { Skeleton } from '../kit/page/Skeleton.tsx'
import { UsualWait } from '../kit/money/UsualWait.tsx'
import { StatusBadge } from '../kit/page/StatusBadge.tsx'
import { When } from '../kit/page/When.tsx'
import { useUsualWait } from '../requests/useUsualWait.ts'
import styles from './Kyc.module.css'
import { KycForm } from './KycForm.tsx'

/** Identity on the profile: the state of the last document, why it was rejected, and the form to submit one. */
export function KycSection() {
  const { t } = useLingui()
  const profile = useQuery(reading(getProfile))
  const [isAdding, setAdding] = useState(false)
  const [isSent, setSent] = useState(false)
  const wait = useUsualWait('kyc')
  if (profile.isPending) return <Skeleton height={160} />
  if (!profile.data)
    return <FailedState message={failureMessage(profile.error, t`Failed to load profile`)} retry={profile} />
  const records = profile.data.govt_ids
  const last = records.at(-1)
  const open = openTypes(records)
  const outcome = last && requestStates[last.status]
  const mustSubmit = outcome === undefined || outcome === 'nothing'
  return (
    <div id="kyc">
      <Card title={t`Identity (KYC)`} aside={last === undefined && <StatusBadge status="not_submitted" />}>
        <div className={styles.records}>
          {records.map((record) => (
            <Record key={`${record.type} ${record.submitted_at.getTime()}`} record={record} />
          ))}
          {outcome === 'waits' && (
            <Banner {...(isSent && { ref: showFromTop })}>
              <p>{t`Your document is being checked. We'll let you know as soon as it's decided.`}</p>
              <UsualWait seconds={wait} />
            </Banner>
          )}
          {mustSubmit && last === undefined && (
            <p className={styles.facts}>{t`Submit an Aadhar or a PAN once. You can withdraw once it's approved.`}</p>
          )}
          {last && (
            <div>
              <AskAbout kind="kyc" id={last.id} />
            </div>
          )}
          {mustSubmit || (isAdding && open.length > 0) ? (
            <div ref={isAdding ? focusFirst : null}>
              <KycForm
                types={last && outcome === 'nothing' ? sameFirst(open, last.type) : open}
                onDone={() => setSent(true)}
              />
            </div>
          ) : (
            open.length > 0 && (
              <Button variant="secondary" onClick={() => setAdding(true)}>
                {open[0] === 'pan' ? t`Add your PAN` : t`Add your Aadhar`}
              </Button>
            )
          )}
        </div>
      </Card>
    </div>
  )
}

/** The form has disappeared: otherwise a phone would be left in the middle of the page. */
function showFromTop(banner: HTMLElement | null) {
  banner?.focus({ preventScroll: true })
  document.getElementById('kyc')?.scrollIntoView()
}

/** Takes over from the button that opened the form. */
function focusFirst(form: HTMLElement | null) {
  form?.querySelector('input')?.focus()
}

/** People send the rejected type again. */
function sameFirst(types: readonly IdType[], rejected: IdType): IdType[] {
  return [...types.filter((type) => type === rejected), ...types.filter((type) => type !== rejected)]
}

/** The types that can be submitted now: none while a document is pending, and none that is approved. */
function openTypes(records: readonly GovtId[]): IdType[] {
  if (records.some(({ status }) => isWaiting(status))) return []
  const granted = records.filter(({ status }) => requestStates[status] === 'granted')
  return idTypes.filter((type) => !granted.some((record) => record.type === type))
}

function Record({ record }: { record: GovtId }) {
  const { t } = useLingui()
  const names = idTypeLabels[useLanguage()]
  return (
    <div className={styles.record}>
      <div className={styles.head}>
        <span className={styles.name}>{names[record.type]}</span>
        <StatusBadge status={record.status} />
      </div>
      <p className={styles.facts}>
        {record.id_number && <>{record.id_number} · </>}
        {t`submitted`} <When at={record.submitted_at} />
      </p>
      {record.rejection_reason && (
        <Banner tone="loss">
          <p>{record.rejection_reason}</p>
          <p>{t`Please correct this and submit it again below.`}</p>
        </Banner>
      )}
      {requestStates[record.status] !== 'nothing' && (
        <div className={styles.thumbs}>
          {record.urls.map((url, index) => (
            <img
              key={url}
              src={url}
              className={styles.thumb}
              alt={index === 0 ? t`Photo of the front` : t`Photo of the back`}
            />
          ))}
        </div>
      )}
    </div>
  )
}
