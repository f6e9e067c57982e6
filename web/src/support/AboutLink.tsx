import type { About } from '@bittkosh/contract/support'
import { useLingui } from '@lingui/react'
import { RecordLink } from '../requests/RecordLink.tsx'
import { aboutName } from './aboutNames.ts'

/** A link to a record in the panel, whatever its state; identity documents and investments link to their person. */
export function AboutLink({ about, user }: { about: About; user: number | null }) {
  const name = aboutName(about, useLingui().i18n)
  const place =
    about.kind !== 'kyc' && about.kind !== 'investment'
      ? { subject: about.kind, id: about.id }
      : user !== null && { subject: 'user', id: user }
  return place ? <RecordLink {...place}>{name}</RecordLink> : name
}
