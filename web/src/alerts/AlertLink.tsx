import type { Alert } from '@bittkosh/contract/alerts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { mayNow } from '../api/may.ts'

type AlertLinkProps = { alert: Alert; onOpen: () => void; children: ReactNode }

/** Opens what an alert is about; only the text where the reader may not open it. */
export function AlertLink({ alert, onOpen, children }: AlertLinkProps) {
  const { kind, subject_id: id, setting } = alert
  const record = { status: 'all', search: `#${id}`, ...(id !== null && { id }) }
  const link = { onClick: onOpen, children }
  switch (kind) {
    case 'coverage_negative':
      return <Link {...link} to="/admin" hash="coverage" />
    case 'deposits_late':
      return <Link {...link} to="/admin/deposits" search={{ late: 'true' }} />
    case 'withdrawals_late':
      return <Link {...link} to="/admin/withdrawals" search={{ late: 'true' }} />
    case 'kyc_late':
      return <Link {...link} to="/admin/kyc" />
    case 'invariant_broken':
    case 'backup_old':
      return children
    case 'deposit_large':
      return <Link {...link} to="/admin/deposits" search={record} />
    case 'withdrawal_large':
      return <Link {...link} to="/admin/withdrawals" search={record} />
    case 'many_payees':
      return id === null ? children : <Link {...link} to="/admin/users/$id" params={{ id: String(id) }} />
    case 'payee_changed':
      return <Link {...link} to="/admin/settings" {...(id !== null && { hash: `method-${id}` })} />
    case 'rate_changed':
      return <Link {...link} to="/admin/basic-settings" {...(setting !== null && { hash: `setting-${setting}` })} />
    case 'admin_device':
    case 'admin_made':
    case 'admin_changed':
      return mayNow('admins.manage') ? <Link {...link} to="/admin/team" /> : children
    default:
      return kind satisfies never
  }
}
