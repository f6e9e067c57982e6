import type { NotedKind } from '@bittkosh/contract/notes'
import { lazy, Suspense } from 'react'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'

const Notes = lazy(() => import('./Notes.tsx'))

/** Internal notes at the foot of a record; their code is fetched after the record is there. */
export function LazyNotes({ about }: { about: { subject: NotedKind; id: number } }) {
  return (
    <Suspense fallback={<SkeletonRows rows={2} height={56} />}>
      <Notes about={about} />
    </Suspense>
  )
}
