import type { KycFlag, KycRequest } from '@bittkosh/contract/kyc'
import { Plural, useLingui } from '@lingui/react/macro'
import { useTrail } from '../api/useTrail.ts'
import { Card } from '../kit/page/Card.tsx'
import { KeyValues } from '../kit/lists/KeyValues.tsx'
import { ActButtons, PersonState, RequestFlags } from '../requests/RequestParts.tsx'
import type { Acts } from '../requests/RequestQueue.tsx'
import { RecordTrail } from '../kit/lists/Trail.tsx'
import { Since, When } from '../kit/page/When.tsx'
import { DocumentViewer } from './DocumentViewer.tsx'
import { IdNumber } from './IdNumber.tsx'
import { useIdTypeNames } from './idTypeNames.ts'
import styles from './KycDocument.module.css'

type KycDocumentProps = { request: KycRequest; acts: Acts<'kyc'> }

/** The photos beside what was typed, and who it is. */
export function KycDocument({ request, acts }: KycDocumentProps) {
  const { t } = useLingui()
  const names = useIdTypeNames()
  const trail = useTrail('kyc', request.kyc_id)
  const consentWords = ({ version, language, at }: NonNullable<KycRequest['pending_ids'][number]['consent']>) => (
    <>
      {t`Text ${version}, in ${{ en: 'English', hi: 'हिन्दी' }[language]}`} · <When at={at} />
    </>
  )
  return (
    <>
      <PersonState person={request} />
      {request.pending_ids.map((id) => (
        <section key={id.index} className={styles.document} aria-label={names[id.type]}>
          <DocumentViewer urls={id.urls} label={names[id.type]} />
          <div className={styles.typed}>
            <span className={styles.type}>{names[id.type]}</span>
            <IdNumber user={request.user_id} index={id.index} masked={id.id_number} type={id.type} />
          </div>
          <Flags flags={id.flags} />
        </section>
      ))}
      <ActButtons acts={acts} />
      <Card title={request.name}>
        <KeyValues
          items={[
            { label: t`E-mail`, value: request.email },
            { label: t`Phone`, value: request.phone },
            { label: t`Registered`, value: <Since at={request.registered_at} /> },
            ...request.pending_ids.map((id) => ({ label: t`Submitted`, value: <When at={id.submitted_at} /> })),
            ...request.pending_ids.map(({ consent }) => ({
              label: t`Consent`,
              value: consent
                ? consentWords(consent)
                : t`Not recorded: it came from another client, or before it was asked.`,
            })),
            {
              label: t`Rejected before`,
              value: <Plural value={request.rejected_before} _0="never" one="once" other="# times" />,
            },
          ]}
        />
      </Card>
      <RecordTrail {...trail} />
    </>
  )
}

function Flags({ flags }: { flags: readonly KycFlag[] }) {
  const { t } = useLingui()
  const sentences: Record<KycFlag, string> = {
    seen_before: t`Seen before: this number was submitted by another user and rejected.`,
    check_digit: t`The last digit does not fit the others: a typing mistake or an invented number.`,
    holder_letter: t`The fourth letter says that the holder is no person.`,
  }
  return <RequestFlags sentences={flags.map((flag) => sentences[flag])} />
}
