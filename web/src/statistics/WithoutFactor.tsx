import { listAdminsWithoutFactor } from '@bittkosh/contract/secondFactor'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { reading } from '../api/queries.ts'
import { useSession } from '../api/session.ts'
import { Banner } from '../kit/page/Banner.tsx'

/** Names the admins whose password alone opens the panel; nothing where there are none. */
export function WithoutFactor() {
  const { t } = useLingui()
  const me = useSession()?.user.id
  const { data } = useQuery(reading(listAdminsWithoutFactor))
  if (!data || data.data.length === 0) return null
  const names = data.data.map(({ name }) => name).join(', ')
  return (
    <Banner tone="pending">
      <p>{t`Without a second factor: ${names}. Whoever learns their password can move money.`}</p>
      {data.data.some(({ id }) => id === me) && (
        <p>
          <Link to="/admin/security">{t`Set up your second factor`}</Link>
        </p>
      )}
    </Banner>
  )
}
