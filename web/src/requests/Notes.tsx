import { listDeposits } from '@bittkosh/contract/deposits'
import { listPendingKyc } from '@bittkosh/contract/kyc'
import {
  addNote,
  assignRecord,
  flagRecord,
  type InternalNote,
  listNotes,
  type NotedKind,
} from '@bittkosh/contract/notes'
import { flagKinds } from '@bittkosh/contract/marks'
import { listUsers } from '@bittkosh/contract/users'
import { listWithdrawals } from '@bittkosh/contract/withdrawals'
import { useLingui as useI18n } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { failureMessage } from '../api/failure.ts'
import { useMay } from '../api/may.ts'
import { reading, readingPages } from '../api/queries.ts'
import { useSession } from '../api/session.ts'
import { useAction } from '../api/useAction.ts'
import { useDraftForm } from '../api/useDraftForm.ts'
import { Checkbox } from '../kit/forms/Checkbox.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { Select } from '../kit/forms/Select.tsx'
import { Submit } from '../kit/forms/Submit.tsx'
import { TextArea } from '../kit/forms/TextInput.tsx'
import { LoadMore } from '../kit/lists/LoadMore.tsx'
import { Card } from '../kit/page/Card.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import { When } from '../kit/page/When.tsx'
import { flagNames } from './Marks.tsx'
import styles from './Notes.module.css'

type About = { subject: NotedKind; id: number }
const marked = [listNotes, listDeposits, listWithdrawals, listPendingKyc, listUsers]

/** What admins wrote about a record or person for each other: who handles it, flags and notes. No user sees it. */
export default function Notes({ about }: { about: About }) {
  const { t } = useLingui()
  const mayWrite = useMay()('notes.write')
  const query = useInfiniteQuery(readingPages(listNotes, { params: about }))
  const [first] = query.data?.pages ?? []
  if (query.isPending) return <SkeletonRows rows={2} height={56} />
  if (!first) {
    return <FailedState message={failureMessage(query.error, t`Failed to load notes`)} retry={query} />
  }
  const notes = query.data?.pages.flatMap((page) => page.data) ?? []
  return (
    <Card title={t`Internal notes`}>
      <div className={styles.notes}>
        {first.is_closed ? (
          <p className={styles.soft}>{t`This account is closed: its notes are erased.`}</p>
        ) : (
          mayWrite && (
            <>
              <Assignment about={about} to={first.assigned?.to ?? null} />
              <Flags about={about} flags={first.flags} />
              <NewNote about={about} />
            </>
          )
        )}
        {notes.length > 0 && (
          <ol className={styles.list}>
            {notes.map((note) => (
              <li key={note.id}>
                <Note note={note} about={about} />
              </li>
            ))}
          </ol>
        )}
        <LoadMore query={query} failure={failureMessage(query.error, t`Failed to load notes`)} />
      </div>
    </Card>
  )
}

function Note({ note, about }: { note: InternalNote; about: About }) {
  const { t } = useLingui()
  const { subject, subject_id: id } = note
  const places: Record<NotedKind, string> = {
    user: t`on the person`,
    deposit: t`on deposit #${id}`,
    withdrawal: t`on withdrawal #${id}`,
    kyc: t`on an identity record`,
  }
  const isHere = subject === about.subject && id === about.id
  return (
    <>
      <p className={styles.text}>{note.text}</p>
      <p className={styles.soft}>
        {note.by} · <When at={note.created_at} />
        {!isHere && ` · ${places[subject]}`}
      </p>
    </>
  )
}

function NewNote({ about }: { about: About }) {
  const { t } = useLingui()
  const form = useDraftForm({
    draft: `note on ${about.subject} ${about.id}`, // the next key may open the next record
    endpoint: addNote,
    params: about,
    initial: { text: '' },
    body: (typed) => typed,
    fallback: t`Failed to save the note`,
    refreshes: [listNotes],
  })
  return (
    <form {...form.props} className={styles.form}>
      <Field label={t`New note`} hint={t`Only administrators can see it.`} error={form.errors.text}>
        <TextArea
          {...form.bind('text')}
          readOnly={form.running} // text typed meanwhile would disappear with what was saved
          rows={2}
          maxLength={500}
        />
      </Field>
      <Submit form={form} variant="secondary" size="dense">{t`Add note`}</Submit>
    </form>
  )
}

type FlagsProps = {
  about: About
  flags: readonly { kind: (typeof flagKinds)[number]; subject: NotedKind; by: string }[]
}

function Flags({ about, flags }: FlagsProps) {
  const { t } = useLingui()
  const { i18n } = useI18n()
  const change = useAction({ endpoint: flagRecord, fallback: t`Failed to save the flag`, refreshes: marked })
  const ofPerson = about.subject === 'user' ? [] : flags.filter(({ subject }) => subject === 'user')
  return (
    <fieldset className={styles.flags}>
      <legend>{t`Flags`}</legend>
      {flagKinds.map((kind) => (
        <Checkbox
          key={kind}
          label={i18n._(flagNames[kind])}
          checked={flags.some((flag) => flag.kind === kind && flag.subject === about.subject)}
          disabled={change.running}
          onChange={(isSet) => void change.run({ params: about, body: { kind, is_set: isSet } })}
        />
      ))}
      {ofPerson.map(({ kind, by }) => (
        <p key={kind} className={styles.soft}>
          <Trans>
            The person is flagged: {i18n._(flagNames[kind])} ({by})
          </Trans>
        </p>
      ))}
    </fieldset>
  )
}

function Assignment({ about, to }: { about: About; to: { id: number; name: string } | null }) {
  const { t } = useLingui()
  const me = useSession()?.user.id
  const admins = useQuery({
    ...reading(listUsers, { query: { role: 'admin', status: 'active', sort: 'name', per_page: 100 } }),
    staleTime: 300_000,
  })
  const change = useAction({ endpoint: assignRecord, fallback: t`Failed to assign`, refreshes: marked })
  const people = new Map((admins.data?.data ?? []).map(({ id, name }) => [id, name]))
  if (to) people.set(to.id, to.name)
  return (
    <Field label={t`Assigned to`}>
      <Select
        dense
        value={to === null ? 'nobody' : String(to.id)}
        disabled={change.running}
        onChange={(chosen) =>
          void change.run({ params: about, body: { admin: chosen === 'nobody' ? null : Number(chosen) } })
        }
        options={[
          { value: 'nobody', label: t`Nobody` },
          ...[...people].map(([id, name]) => ({ value: String(id), label: id === me ? t`${name} (me)` : name })),
        ]}
      />
    </Field>
  )
}
