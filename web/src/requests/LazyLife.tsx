import type { LifeKind } from '@bittkosh/contract/life'
import { lazy, Suspense } from 'react'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'

const RecordLife = lazy(() => import('./RecordLife.tsx'))

/** The history of a record, among its folded facts; its code is fetched after the record. */
export function LazyLife({ kind, id }: { kind: LifeKind; id: number }) {
  return (
    <Suspense fallback={<SkeletonRows rows={3} height={40} />}>
      <RecordLife kind={kind} id={id} />
    </Suspense>
  )
}
