import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { failureMessage } from '../api/failure.ts'
import { ErrorBanner } from '../kit/Banner.tsx'
import { Modal } from '../kit/Modal.tsx'
import { Money } from '../kit/Money.tsx'
import { StatusBadge } from '../kit/StatusBadge.tsx'
import { TextInput } from '../kit/TextInput.tsx'
import styles from './Finder.module.css'
import { useFindings } from './useFindings.ts'

/** Finds users, deposits, withdrawals and BittPay transfers by name, contact, reference or number. Arrow keys move, Enter opens. */
export default function Finder({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const found = useFindings(typed)
  const box = useRef<HTMLDivElement>(null)
  const { text, users, deposits, withdrawals, transfers } = found
  const isEmpty = users.length + deposits.length + withdrawals.length + transfers.length === 0

  function move(event: KeyboardEvent) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const stops = [...(box.current?.querySelectorAll<HTMLElement>('input, a') ?? [])]
    const at = stops.findIndex((stop) => stop === document.activeElement)
    stops[Math.min(Math.max(at + by, 0), stops.length - 1)]?.focus()
  }

  return (
    <Modal open onClose={onClose} title={t`Search`}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrows move among the input and the links inside */}
      <div ref={box} className={styles.finder} onKeyDown={move}>
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
            aria-label={t`Name, e-mail, phone, reference or #number`}
            placeholder={t`Name, e-mail, phone, reference or #number`}
            value={typed}
            onChange={setTyped}
            autoComplete="off"
            spellCheck={false}
          />
        </form>
        <ErrorBanner message={found.error && failureMessage(found.error, t`Failed to load data`)} />
        <p className={styles.hint} role="status">
          {text === ''
            ? t`Type at least two characters.`
            : found.isLooking
              ? t`Looking…`
              : isEmpty && !found.error
                ? t`Nothing was found.`
                : null}
        </p>
        {text !== '' && (
          <>
            <Group title={t`Users`}>
              {users.map((user) => (
                <li key={user.id}>
                  <Link
                    to="/admin/users"
                    search={{ search: user.email, id: user.id }}
                    className={styles.hit}
                    onClick={onClose}
                  >
                    <span>
                      <strong>{user.name}</strong>
                      <span className={styles.soft}>
                        #{user.id} · {user.email} · {user.phone}
                      </span>
                    </span>
                    {!user.is_active && <StatusBadge status="inactive" />}
                  </Link>
                </li>
              ))}
            </Group>
            <Group title={t`Deposits`}>
              {deposits.map((deposit) => (
                <li key={deposit.id}>
                  <Link
                    to="/admin/deposits"
                    search={{ search: text, status: deposit.status, id: deposit.id }}
                    className={styles.hit}
                    onClick={onClose}
                  >
                    <span>
                      <strong>
                        #{deposit.id} · <Money amount={deposit.requested_amount} />
                      </strong>
                      <span className={styles.soft}>
                        {deposit.user.name} · {deposit.transaction_id}
                      </span>
                    </span>
                    <StatusBadge status={deposit.status} />
                  </Link>
                </li>
              ))}
            </Group>
            <Group title={t`Withdrawals`}>
              {withdrawals.map((withdrawal) => (
                <li key={withdrawal.id}>
                  <Link
                    to="/admin/withdrawals"
                    search={{ search: text, status: withdrawal.status, id: withdrawal.id }}
                    className={styles.hit}
                    onClick={onClose}
                  >
                    <span>
                      <strong>
                        #{withdrawal.id} · <Money amount={withdrawal.amount} />
                      </strong>
                      <span className={styles.soft}>
                        {withdrawal.user.name}
                        {withdrawal.transaction_id === null ? '' : ` · ${withdrawal.transaction_id}`}
                      </span>
                    </span>
                    <StatusBadge status={withdrawal.status} />
                  </Link>
                </li>
              ))}
            </Group>
            <Group title={t`BittPay`}>
              {transfers.map((transfer) => (
                <li key={transfer.id}>
                  <Link
                    to="/admin/balance-transfers"
                    search={{ search: text, id: transfer.id }}
                    className={styles.hit}
                    onClick={onClose}
                  >
                    <span>
                      <strong>
                        BP-{transfer.id} · <Money amount={transfer.amount} />
                      </strong>
                      <span className={styles.soft}>
                        {transfer.sender.name} → {transfer.receiver.name}
                      </span>
                    </span>
                    <StatusBadge status={transfer.status} />
                  </Link>
                </li>
              ))}
            </Group>
          </>
        )}
      </div>
    </Modal>
  )
}

function Group({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      <ul>{children}</ul>
    </section>
  )
}
