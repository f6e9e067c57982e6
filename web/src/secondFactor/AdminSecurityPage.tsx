import { getSecondFactor } from '@bittkosh/contract/secondFactor'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureMessage } from '../api/failure.ts'
import { reading } from '../api/queries.ts'
import { session } from '../api/session.ts'
import { Banner } from '../kit/page/Banner.tsx'
import { Card } from '../kit/page/Card.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { Page } from '../kit/page/Page.tsx'
import { Skeleton } from '../kit/page/Skeleton.tsx'
import { ActiveFactor } from './ActiveFactor.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SetUpFactor } from './SetUpFactor.tsx'

/** An admin's second factor: setup, recovery codes, removal. */
export default function AdminSecurityPage() {
  const { t } = useLingui()
  const { data, isPending, error, refetch, isFetching } = useQuery(reading(getSecondFactor))
  const [codes, setCodes] = useState<string[] | null>(null)
  return (
    <Page title={t`Second factor`}>
      {session.mustSetUpSecondFactor() && (
        <Banner tone="pending">{t`Every administrator must have a second factor. Set yours up to continue.`}</Banner>
      )}
      <Card>
        {codes ? (
          <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />
        ) : isPending ? (
          <Skeleton height={160} />
        ) : !data ? (
          <FailedState message={failureMessage(error, t`Failed to load data`)} retry={{ isFetching, refetch }} />
        ) : data.active_since ? (
          <ActiveFactor since={data.active_since} codesLeft={data.recovery_codes_left} onNewCodes={setCodes} />
        ) : (
          <SetUpFactor
            onDone={(fresh) => {
              setCodes(fresh)
              session.requireSecondFactor(false)
            }}
          />
        )}
      </Card>
    </Page>
  )
}
