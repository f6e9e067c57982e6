import { BRAND } from '@bittkosh/contract/brand'
import { Link } from '@tanstack/react-router'
import styles from './Shell.module.css'

/** The mark and the name, a link to the reader's home page. */
export function Brand({ to }: { to: '/' | '/dashboard' | '/admin' }) {
  return (
    <Link to={to} className={styles.brand}>
      <svg width="24" height="24" viewBox="0 0 64 64" aria-hidden="true">
        <rect width="64" height="64" rx="14" fill="var(--primary)" />
        <rect x="14" y="12" width="7" height="40" rx="2" fill="var(--accent)" />
        <path
          d="M29 21h21M29 31h21M29 42h21M29 49h21"
          stroke="var(--on-primary)"
          strokeWidth="4"
          strokeLinecap="round"
        />
      </svg>
      {BRAND}
    </Link>
  )
}
