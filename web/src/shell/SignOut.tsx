import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { signOut } from './signOut.ts'

export function SignOut({ className, withIcon }: { className: string | undefined; withIcon?: boolean }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  return (
    <button
      type="button"
      className={className}
      onClick={() => {
        signOut()
        void navigate({ to: '/login' })
      }}
    >
      {withIcon && <LogOut size={20} aria-hidden />}
      {t`Sign Out`}
    </button>
  )
}
