import { useLingui } from '@lingui/react/macro'
import { ArrowLeft, Keyboard } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { Switch } from './Checkbox.tsx'
import { IconButton } from './IconButton.tsx'
import { KeyValues } from './KeyValues.tsx'
import { Modal } from './Modal.tsx'
import { Pagination } from './Pagination.tsx'
import { usePreference } from './preference.ts'
import styles from './ReviewQueue.module.css'
import { SearchInput } from './SearchInput.tsx'
import { type Column, Table } from './Table.tsx'
import { Tabs } from './Tabs.tsx'
import { reviewKeys, useReviewKeys } from './useReviewKeys.ts'
import { useWide } from './useWide.ts'

type ReviewQueueProps<R, T extends string> = {
  /** What the table lists, for screen readers. */
  caption: string
  /** Left out where a queue has one list only. */
  tabs?: {
    label: string
    of: readonly { id: T; label: string; count?: number | undefined }[]
    selected: T
    onSelect: (tab: T) => void
  }
  search: { label: string; value: string; onChange: (text: string) => void }
  /** Beside the search: an order, a download. */
  tools?: ReactNode
  columns: readonly Column<R>[]
  rows: readonly R[]
  rowKey: (row: R) => number
  /** The row that the address names; null: the first one, where there is room for it. */
  openKey: number | null
  onOpen: (key: number | null) => void
  /** The record of the opened row. */
  document: (row: R) => ReactNode
  /** Stands instead of the rows: loading, failed or empty. */
  instead?: ReactNode
  pages: { page: number; lastPage: number; onPage: (page: number) => void }
  /** Open the confirm of the opened row; undefined where it can't be decided. */
  approve?: ((row: R) => void) | undefined
  reject?: ((row: R) => void) | undefined
  canDecide?: (row: R) => boolean
}

/**
 * Requests to decide: the list at the left, the record of the opened row at the right; below 1024 px the record takes
 * the list's place. Keys: J and K move, A and R open the confirm, / searches, ? lists them.
 */
export function ReviewQueue<R, T extends string>(props: ReviewQueueProps<R, T>) {
  const { rows, rowKey, openKey, onOpen, canDecide = () => true, approve, reject } = props
  const { t } = useLingui()
  const isWide = useWide()
  const searchInput = useRef<HTMLInputElement>(null)
  const [isHelping, setHelping] = useState(false)
  const opened = rows.find((row) => rowKey(row) === openKey) ?? (isWide ? rows[0] : undefined)
  const decidable = opened !== undefined && canDecide(opened)

  function move(by: 1 | -1) {
    const at = opened === undefined ? -1 : rows.indexOf(opened)
    const target = rows[Math.min(Math.max(at + by, 0), rows.length - 1)]
    if (target !== undefined) onOpen(rowKey(target))
  }

  useReviewKeys({
    next: () => move(1),
    previous: () => move(-1),
    approve: decidable && approve ? () => approve(opened) : undefined,
    reject: decidable && reject ? () => reject(opened) : undefined,
    search: () => searchInput.current?.focus(),
    help: () => setHelping(true),
  })

  const list = (
    <div className={styles.list}>
      {props.instead ?? (
        <div className={styles.table}>
          <Table
            caption={props.caption}
            columns={props.columns.map((column, index) => (index === 0 ? openedByButton(column, props) : column))}
            rows={rows}
            rowKey={rowKey}
            selectedKey={opened === undefined ? undefined : rowKey(opened)}
            onOpen={(row) => onOpen(rowKey(row))}
          />
        </div>
      )}
      <Pagination {...props.pages} />
    </div>
  )
  const record = opened !== undefined && props.instead === undefined && (
    <div className={styles.record} key={rowKey(opened)}>
      {!isWide && (
        <Button variant="quiet" icon={<ArrowLeft size={18} aria-hidden />} onClick={() => onOpen(null)}>
          {t`Back to the list`}
        </Button>
      )}
      {props.document(opened)}
    </div>
  )
  const content = (
    <div className={styles.columns}>
      {(isWide || !record) && list}
      {record}
    </div>
  )

  return (
    <div className={styles.queue}>
      <div className={styles.tools}>
        <div className={styles.search}>
          <SearchInput {...props.search} ref={searchInput} dense />
        </div>
        {props.tools}
        {isWide && (
          <IconButton
            size="dense"
            label={t`Keyboard shortcuts`}
            icon={<Keyboard size={18} aria-hidden />}
            onClick={() => setHelping(true)}
          />
        )}
      </div>
      {props.tabs ? (
        <Tabs
          label={props.tabs.label}
          tabs={props.tabs.of}
          selected={props.tabs.selected}
          onSelect={props.tabs.onSelect}
        >
          {content}
        </Tabs>
      ) : (
        content
      )}
      <KeyHelp open={isHelping} onClose={() => setHelping(false)} />
    </div>
  )
}

// A press anywhere on the row opens it; the keyboard needs something that takes the focus.
function openedByButton<R>(
  column: Column<R>,
  { rowKey, onOpen }: Pick<ReviewQueueProps<R, string>, 'rowKey' | 'onOpen'>,
): Column<R> {
  return {
    ...column,
    cell: (row) => (
      <button type="button" className={styles.open} onClick={() => onOpen(rowKey(row))}>
        {column.cell(row)}
      </button>
    ),
  }
}

function KeyHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const isOn = usePreference(reviewKeys) === 'on'
  return (
    <Modal open={open} onClose={onClose} title={t`Keyboard shortcuts`}>
      <KeyValues
        items={[
          { label: 'J', value: t`Next row` },
          { label: 'K', value: t`Previous row` },
          { label: 'A', value: t`Approve: opens the confirmation` },
          { label: 'R', value: t`Reject: opens the reasons, 1 to 6 choose one` },
          { label: '/', value: t`Search` },
          { label: '?', value: t`This list` },
        ]}
      />
      <Switch
        label={t`Keyboard shortcuts are on`}
        checked={isOn}
        onChange={(checked) => reviewKeys.set(checked ? 'on' : 'off')}
      />
    </Modal>
  )
}
