import { groupIndian } from '@bittkosh/contract/money'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './Tabs.module.css'

type TabsProps<T extends string> = {
  /** The name of the tabs, for screen readers. */
  label: string
  tabs: readonly { id: T; label: string; count?: number | undefined }[]
  /** No tab is selected if it names none of them. */
  selected: T
  onSelect: (id: T) => void
  /** The selected tab's content. */
  children: ReactNode
}

/** Arrow keys, Home and End move; the row scrolls sideways on a phone and wraps elsewhere. */
export function Tabs<T extends string>({ label, tabs, selected, onSelect, children }: TabsProps<T>) {
  const baseId = useId()
  const list = useRef<HTMLDivElement>(null)

  const at = tabs.findIndex((tab) => tab.id === selected)
  const current = Math.max(at, 0) // can be reached by keyboard
  const counts = tabs.map(({ count }) => count).join()
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- counts are loaded later and widen the row
  useEffect(() => showInRow(list.current?.querySelectorAll<HTMLElement>('[role=tab]')[at]), [at, counts])

  function move(event: KeyboardEvent) {
    const target = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (target === undefined) return
    event.preventDefault()
    const index = (target + tabs.length) % tabs.length
    const next = tabs[index]
    if (!next) return
    onSelect(next.id)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus()
  }

  return (
    <div className={styles.tabs}>
      <div ref={list} role="tablist" aria-label={label} className={styles.list}>
        {tabs.map((tab, index) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${baseId}-${tab.id}`}
            aria-selected={tab.id === selected}
            aria-controls={`${baseId}-panel`}
            tabIndex={index === current ? 0 : -1}
            className={styles.tab}
            onClick={() => onSelect(tab.id)}
            onKeyDown={move}
          >
            {tab.label}
            {tab.count !== undefined && <span className={styles.count}>{groupIndian(String(tab.count))}</span>}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${baseId}-panel`}
        aria-labelledby={at === -1 ? undefined : `${baseId}-${selected}`}
        className={styles.panel}
      >
        {children}
      </div>
    </div>
  )
}

/** On a phone the row may be wider than the screen. */
function showInRow(tab: HTMLElement | undefined) {
  const row = tab?.parentElement
  if (row) row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
}
