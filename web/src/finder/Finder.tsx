import type { Paise } from '@bittkosh/contract/money'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { failureMessage } from '../api/failure.ts'
import { ErrorBanner } from '../kit/Banner.tsx'
import { Modal } from '../kit/Modal.tsx'
import { Money } from '../kit/Money.tsx'
import { type Status, StatusBadge } from '../kit/StatusBadge.tsx'
import { TextInput } from '../kit/TextInput.tsx'
import styles from './Finder.module.css'
import { useFindings } from './useFindings.ts'

type HitGroup = {
  title: string
  to: '/admin/users' | '/admin/deposits' | '/admin/withdrawals' | '/admin/balance-transfers'
  hits: {
    id: number
    search: { search: string; status?: string }
    what: ReactNode
    who: string
    status: Status | null
  }[]
}

/** Finds users, deposits, withdrawals and BittPay transfers by name, contact, reference or number. Arrow keys move, Enter opens. */
export default function Finder({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const found = useFindings(typed)
  const box = useRef<HTMLDivElement>(null)
  const { text, users, deposits, withdrawals, transfers } = found
  const groups: HitGroup[] = [
    {
      title: t`Users`,
      to: '/admin/users',
      hits: users.map(({ id, name, email, phone, is_active }) => ({
        id,
        search: { search: email },
        what: name,
        who: `#${id} · ${email} · ${phone}`,
        status: is_active ? null : 'inactive',
      })),
    },
    {
      title: t`Deposits`,
      to: '/admin/deposits',
      hits: deposits.map(({ id, status, requested_amount: amount, user, transaction_id: reference }) => ({
        id,
        search: { search: text, status },
        what: sum(`#${id}`, amount),
        who: `${user.name} · ${reference}`,
        status,
      })),
    },
    {
      title: t`Withdrawals`,
      to: '/admin/withdrawals',
      hits: withdrawals.map(({ id, status, amount, user, transaction_id: reference }) => ({
        id,
        search: { search: text, status },
        what: sum(`#${id}`, amount),
        who: reference === null ? user.name : `${user.name} · ${reference}`,
        status,
      })),
    },
    {
      title: t`BittPay`,
      to: '/admin/balance-transfers',
      hits: transfers.map(({ id, status, amount, sender, receiver }) => ({
        id,
        search: { search: text },
        what: sum(`BP-${id}`, amount),
        who: `${sender.name} → ${receiver.name}`,
        status,
      })),
    },
  ]
  const isEmpty = groups.every(({ hits }) => hits.length === 0)

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
        {text !== '' &&
          groups.map(({ title, to, hits }) => (
            <Group key={to} title={title}>
              {hits.map(({ id, search, what, who, status }) => (
                <li key={id}>
                  <Link to={to} search={{ ...search, id }} className={styles.hit} onClick={onClose}>
                    <span>
                      <strong>{what}</strong>
                      <span className={styles.soft}>{who}</span>
                    </span>
                    {status && <StatusBadge status={status} />}
                  </Link>
                </li>
              ))}
            </Group>
          ))}
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

function sum(number: string, amount: Paise) {
  return (
    <>
      {number} · <Money amount={amount} />
    </>
  )
}
