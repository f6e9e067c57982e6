import { ownContact } from '@bittkosh/contract/contact'
import { idTypeLabels, type KycRequest } from '@bittkosh/contract/kyc'
import { Plural, useLingui } from '@lingui/react/macro'
import { useTrail } from '../api/useTrail.ts'
import { useLanguage } from '../kit/device/language.ts'
import { Card } from '../kit/page/Card.tsx'
import { KeyValues } from '../kit/lists/KeyValues.tsx'
import { LazyLife } from '../requests/LazyLife.tsx'
import { ActButtons, PersonState, RequestFlags } from '../requests/RequestParts.tsx'
import type { Acts } from '../requests/RequestQueue.tsx'
import { Folded, RiskFacts, StripHead } from '../requests/Strip.tsx'
import { RecordTrail } from '../kit/lists/Trail.tsx'
import { Since, When } from '../kit/page/When.tsx'
import { DocumentViewer } from '../requests/DocumentViewer.tsx'
import { IdNumber } from '../requests/IdNumber.tsx'
import { useKycRisk, useKycWarnings } from './risk.ts'
import styles from './KycDocument.module.css'

type KycDocumentProps = { request: KycRequest; acts: Acts<'kyc'> }

/** The photos beside what was typed, and the person. */
export function KycDocument({ request, acts }: KycDocumentProps) {
  const { t } = useLingui()
  const names = idTypeLabels[useLanguage()]
  const trail = useTrail('kyc', request.kyc_id)
  const consentWords = ({ version, language, at }: NonNullable<KycRequest['pending_ids'][number]['consent']>) => (
    <>
      {t`Text ${version}, in ${{ en: 'English', hi: 'हिन्दी' }[language]}`} · <When at={at} />
    </>
  )
  const risk = useKycRisk(request)
  const warningsOf = useKycWarnings()
  const { user_id: id, name, is_active, is_frozen } = request
  return (
    <>
      <PersonState person={request} />
      <StripHead user={{ id, name, is_active, is_frozen }} kyc="pending" />
      <RiskFacts facts={risk} />
      {request.pending_ids.map((id) => (
        <section key={id.index} className={styles.document} aria-label={names[id.type]}>
          <DocumentViewer urls={id.urls} label={names[id.type]} edge={`${name} · ${id.id_number}`} />
          <div className={styles.typed}>
            <span className={styles.type}>{names[id.type]}</span>
            <IdNumber user={request.user_id} index={id.index} masked={id.id_number} type={id.type} />
          </div>
          <RequestFlags sentences={warningsOf(id.flags)} />
        </section>
      ))}
      <ActButtons acts={acts} />
      <Folded>
        <Card title={request.name}>
          <KeyValues
            items={[
              { label: t`E-mail`, value: ownContact(request.email) },
              { label: t`Phone`, value: ownContact(request.phone) },
              { label: t`Registered`, value: <Since at={request.registered_at} /> },
              ...request.pending_ids.map((id) => ({ label: t`Submitted`, value: <When at={id.submitted_at} /> })),
              ...request.pending_ids.map(({ consent }) => ({
                label: t`Consent`,
                value: consent
                  ? consentWords(consent)
                  : t`Not recorded: it came from another client, or from before we asked.`,
              })),
              {
                label: t`Rejected before`,
                value: <Plural value={request.rejected_before} _0="never" one="once" other="# times" />,
              },
            ]}
          />
        </Card>
        <LazyLife kind="kyc" id={request.kyc_id} />
      </Folded>
      <RecordTrail {...trail} />
    </>
  )
}
