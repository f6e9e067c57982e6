import type { NotedKind } from '@bittkosh/contract/notes'
import { lazy, Suspense } from 'react'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'

const Notes = lazy(() => import('./Notes.tsx'))

/** Internal notes at the bottom of a record; their code is fetched after the record. */
export function LazyNotes({ about }: { about: { subject: NotedKind; id: number } }) {
  return (
    <Suspense fallback={<SkeletonRows rows={2} height={56} />}>
      <Notes about={about} />
    </Suspense>
  )
}
