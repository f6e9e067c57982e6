import type { About } from '@bittkosh/contract/support'
import { useLingui } from '@lingui/react'
import { RecordLink } from '../requests/RecordLink.tsx'
import { aboutName } from './aboutNames.ts'

const ownPages: readonly About['kind'][] = ['deposit', 'withdrawal', 'transfer']

/** A link to a record in the panel, whatever its state; one without a page of its own links to its person. */
export function AboutLink({ about, user }: { about: About; user: number | null }) {
  const name = aboutName(about, useLingui().i18n)
  const place = ownPages.includes(about.kind)
    ? { subject: about.kind, id: about.id }
    : user !== null && { subject: 'user', id: user }
  return place ? <RecordLink {...place}>{name}</RecordLink> : name
}
