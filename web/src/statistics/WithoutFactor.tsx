import { listAdmins } from '@bittkosh/contract/team'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { reading } from '../api/queries.ts'
import { Banner } from '../kit/page/Banner.tsx'

/** Shows owners which admins sign in with a password alone. */
export function WithoutFactor() {
  const { i18n } = useLingui()
  const team = useQuery(reading(listAdmins))
  const without = team.data?.data.filter((admin) => admin.is_active && !admin.second_factor) ?? []
  if (without.length === 0) return null
  const names = new Intl.ListFormat(i18n.locale).format(without.map(({ name }) => name))
  return (
    <Banner tone="pending">
      <Trans>
        Without a second factor: {names}. A stolen password is enough to act as one of them.{' '}
        <Link to="/admin/team">Go to the team</Link>
      </Trans>
    </Banner>
  )
}
