import { useLingui } from '@lingui/react/macro'
import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { loadFinder } from '../finder/api.ts'
import styles from './Shell.module.css'

const Finder = lazy(loadFinder)
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Opens the search over users, references and numbers: by a press, by ⌘K, by Ctrl-K. */
export function OpenFinder() {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return
      if (document.querySelector('dialog[open]')) return // what is being filled in there stays in front
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])

  return (
    <>
      <button
        type="button"
        className={styles.finder}
        aria-haspopup="dialog"
        aria-keyshortcuts="Meta+K Control+K"
        onClick={() => setOpen(true)}
      >
        <Search size={18} aria-hidden />
        {t`Search`}
        <kbd aria-hidden="true" className={styles.onDesktop}>
          {isApple ? '⌘K' : 'Ctrl K'}
        </kbd>
      </button>
      {isOpen && (
        <Suspense>
          <Finder onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
