import { useLingui } from '@lingui/react/macro'
import { Search } from 'lucide-react'
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react'
import { loadFindings } from '../finder/api.ts'
import { useKeys } from '../kit/overlays/layers.ts'
import { Modal } from '../kit/overlays/Modal.tsx'
import { Skeleton } from '../kit/page/Skeleton.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'
import styles from './Shell.module.css'

const Findings = lazy(loadFindings)
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Opens the search over users, references and numbers: with a press, ⌘K or Ctrl-K. */
export function OpenFinder() {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)

  useKeys((event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return
    event.preventDefault()
    setOpen(true)
  })

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
      <Modal open={isOpen} onClose={() => setOpen(false)} title={t`Search`}>
        <Finder onClose={() => setOpen(false)} />
      </Modal>
    </>
  )
}

/**
 * The field appears at once and takes the first key; the code that searches and lists is fetched when it is first
 * opened. Arrow keys move, Enter opens.
 */
function Finder({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const box = useRef<HTMLDivElement>(null)

  function move(event: KeyboardEvent) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const stops = [...(box.current?.querySelectorAll<HTMLElement>('input, a') ?? [])]
    const at = stops.findIndex((stop) => stop === document.activeElement)
    stops[Math.min(Math.max(at + by, 0), stops.length - 1)]?.focus()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrows move among the input and the links inside
    <div ref={box} className={styles.finderBox} onKeyDown={move}>
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          box.current?.querySelector('a')?.click()
        }}
      >
        <TextInput
          data-first-focus
          type="search"
          aria-label={t`Search`}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          spellCheck={false}
        />
      </form>
      <Suspense fallback={<Skeleton height={18} />}>
        <Findings typed={typed} onClose={onClose} />
      </Suspense>
    </div>
  )
}
