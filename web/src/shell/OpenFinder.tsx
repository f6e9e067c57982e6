import { useLingui } from '@lingui/react/macro'
import { Search } from 'lucide-react'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { loadFindings } from '../finder/api.ts'
import { useKeys } from '../kit/overlays/layers.ts'
import { Modal } from '../kit/overlays/Modal.tsx'
import { Skeleton } from '../kit/page/Skeleton.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'
import styles from './Shell.module.css'

const Findings = lazy(loadFindings)
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

type Pages = Parameters<Awaited<ReturnType<typeof loadFindings>>['default']>[0]['pages']

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The panel's search is open over the page. */
    isFinding?: boolean
  }
}

/**
 * Opens the search over pages, acts, settings, users, references and numbers: with a click, ⌘K or Ctrl-K. It has its own history
 * entry, so Back closes the search and not the page below it.
 */
export function OpenFinder({ pages }: { pages: Pages }) {
  const { t } = useLingui()
  const router = useRouter()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)

  useEffect(
    () =>
      router.history.subscribe(({ location, action: { type } }) => {
        // The page below may still push its own typed text into the address, which does not close the search.
        if (type !== 'PUSH' && type !== 'REPLACE') setOpen(location.state.isFinding === true)
      }),
    [router.history],
  )

  function open() {
    setOpen(true) // immediately: what is typed next belongs to the search
    void navigate({ to: '.', search: true, hash: true, state: { isFinding: true }, resetScroll: false })
  }

  function close() {
    setOpen(false)
    if (router.history.location.state.isFinding) router.history.back()
  }

  useKeys((event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return
    event.preventDefault()
    open()
  })

  return (
    <>
      <button
        type="button"
        className={styles.finder}
        aria-haspopup="dialog"
        aria-keyshortcuts="Meta+K Control+K"
        onClick={open}
      >
        <Search size={18} aria-hidden />
        {t`Search`}
        <kbd aria-hidden="true" className={styles.onDesktop}>
          {isApple ? '⌘K' : 'Ctrl K'}
        </kbd>
      </button>
      <Modal open={isOpen} onClose={close} title={t`Search`}>
        <Finder pages={pages} onFollow={() => setOpen(false)} />
      </Modal>
    </>
  )
}

/**
 * The field appears at once and takes the first key; the code that searches and lists is fetched when it is first opened. Arrow
 * keys move, Enter opens.
 */
function Finder({ pages, onFollow }: { pages: Pages; onFollow: () => void }) {
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
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrow keys move among the input and the links inside
    <div
      ref={box}
      className={styles.finderBox}
      onKeyDown={move}
      onClick={({ defaultPrevented }) => defaultPrevented && onFollow()} // handled by the router, not opened in a new tab
    >
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          box.current?.querySelector<HTMLElement>('section:not([data-old]) a')?.click()
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
        <Findings typed={typed} pages={pages} />
      </Suspense>
    </div>
  )
}
