import { payeePictureOf } from '@bittkosh/contract/uploads'
import { actText, fieldNameText } from '@bittkosh/contract/words/audit'
import { Trans, useLingui } from '@lingui/react/macro'
import { ButtonLink } from '../actions/Button.tsx'
import { FailedState } from '../page/FailedState.tsx'
import { useLanguage } from '../device/language.ts'
import { SkeletonRows } from '../page/Skeleton.tsx'
import type { TrailEntry, TrailReading } from './Trail.tsx'
import styles from './Trail.module.css'
import { fieldsOf, fieldText } from './trailFields.ts'
import { When } from '../page/When.tsx'

export default function TrailEntries({ trail: { entries, rest, failure, retry } }: { trail: TrailReading }) {
  const { t } = useLingui()
  const language = useLanguage()
  if (!entries) {
    return failure === null ? <SkeletonRows rows={3} height={56} /> : <FailedState message={failure} retry={retry} />
  }
  return (
    <div className={styles.frame}>
      <ol className={styles.trail}>
        {entries.map((entry) => (
          <li key={entry.id} className={styles.entry}>
            <p className={styles.head}>
              <strong>{actText(language, entry.action)}</strong>
              <span>
                {entry.admin?.name ?? t`the program`}
                {entry.approved_by && <> · {t`approved by ${entry.approved_by.name}`}</>} · <When at={entry.at} />
                {entry.address !== null && <> · {entry.address}</>}
              </span>
            </p>
            {entry.reason && <p className={styles.reason}>{entry.reason}</p>}
            {entry.is_erased && (
              <p>
                <Trans>Personal details were erased when the account was closed.</Trans>
              </p>
            )}
            <TrailChanges entry={entry} />
          </li>
        ))}
        {entries.length === 0 && (
          <li className={styles.entry}>
            <Trans>Nothing has been logged for this yet.</Trans>
          </li>
        )}
      </ol>
      {rest && (
        <div>
          <ButtonLink
            variant="secondary"
            size="dense"
            to="/admin/audit"
            search={rest}
          >{t`Show all in the audit log`}</ButtonLink>
        </div>
      )}
    </div>
  )
}

type TrailChangesProps = {
  entry: Pick<TrailEntry, 'before' | 'after'>
  /** Of a request whose person is named beside it: only what it writes, as it leaves everything else alone. */
  isDecision?: boolean
}

/** Each field that an act changed, before and after. */
export function TrailChanges({ entry, isDecision = false }: TrailChangesProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const [before, after] = [fieldsOf(entry.before), fieldsOf(entry.after)]
  // some rooms log the whole record; unchanged fields are left out
  const logged = isDecision
    ? [...after.keys()].filter((field) => field !== 'user')
    : [...before.keys(), ...after.keys()]
  const fields = [...new Set(logged)].filter(
    (field) => fieldText(language, field, before.get(field)) !== fieldText(language, field, after.get(field)),
  )
  if (fields.length === 0) return null
  return (
    <div className={styles.scroll}>
      <table className={styles.changes}>
        <thead>
          <tr>
            <th scope="col">{t`Field`}</th>
            <th scope="col">{t`Before`}</th>
            <th scope="col">{t`After`}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field}>
              <th scope="row">{fieldNameText(language, field)}</th>
              <td>
                <FieldValue text={fieldText(language, field, before.get(field))} />
              </td>
              <td>
                <FieldValue text={fieldText(language, field, after.get(field))} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** An amount stays whole. An admin who approves a payee's new QR code looks at it first. */
function FieldValue({ text }: { text: string }) {
  if (/^[−-]?₹/.test(text)) return <span className={styles.amount}>{text}</span>
  if (payeePictureOf(text) === null) return text
  return (
    <a href={text} target="_blank" rel="noreferrer">
      {text}
    </a>
  )
}
