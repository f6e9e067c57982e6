import { type LifeKind, recordLife } from '@bittkosh/contract/life'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { failureMessage } from '../api/failure.ts'
import { reading } from '../api/queries.ts'
import { Timeline } from '../kit/lists/Timeline.tsx'
import { Card } from '../kit/page/Card.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import { useLifeStep } from './lifeSteps.ts'

type RecordLifeProps = { kind: LifeKind; id: number }

/** Everything that happened to a record and what its person was notified of, oldest first. */
export default function RecordLife({ kind, id }: RecordLifeProps) {
  const { t } = useLingui()
  const life = useQuery(reading(recordLife, { params: { kind, id } }))
  const toStep = useLifeStep()
  return (
    <Card title={t`What happened`}>
      {life.isPending ? (
        <SkeletonRows rows={3} height={40} />
      ) : !life.data ? (
        <FailedState message={failureMessage(life.error, t`Failed to load data`)} retry={life} />
      ) : (
        <Timeline steps={life.data.data.map(toStep)} />
      )}
    </Card>
  )
}
