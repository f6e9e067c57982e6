import { ownContact } from '@bittkosh/contract/contact'
import type { Paise } from '@bittkosh/contract/money'
import { useLingui } from '@lingui/react/macro'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { failureMessage } from '../api/failure.ts'
import { Banner } from '../kit/page/Banner.tsx'
import { Money } from '../kit/money/Money.tsx'
import { type Status, StatusBadge } from '../kit/page/StatusBadge.tsx'
import styles from './Findings.module.css'
import { fitting } from './fitting.ts'
import { useFindings } from './useFindings.ts'
import { type SettingWords, usePlaces } from './usePlaces.ts'

type HitGroup = {
  title: string
  to: '/admin/users/$id' | '/admin/deposits' | '/admin/withdrawals' | '/admin/balance-transfers'
  hits: {
    id: number
    search: { search?: string; status?: string }
    what: ReactNode
    who: string
    status: Status | null
  }[]
}

/** A path of the panel without parameters. */
export type PanelPage = NonNullable<LinkProps['to']>

export type FindingsProps = {
  typed: string
  /** The pages of the admin's menu. */
  pages: readonly { to: PanelPage; label: string }[]
  settings: SettingWords
}

/**
 * Results for the typed text: pages, acts and settings of the panel at once, and users, deposits, withdrawals and BittPay transfers
 * by name, contact, reference or number. A link replaces the search in the history, so Back leads to where it was opened.
 */
export function Findings({ typed, pages, settings }: FindingsProps) {
  const { t } = useLingui()
  const places = usePlaces({ typed, settings })
  const foundPages = fitting(
    pages.map(({ to, label }) => ({ name: label, link: { to } })),
    typed,
    5,
  )
  const groupsOfPlaces = [
    { title: t`Pages`, places: foundPages },
    { title: t`Actions`, places: places.acts },
    { title: t`Settings`, places: places.settings },
  ]
  const found = useFindings(typed)
  const { text, users, deposits, withdrawals, transfers } = found
  const groups: HitGroup[] = [
    {
      title: t`Users`,
      to: '/admin/users/$id',
      hits: users.map(({ id, name, email, phone, is_active }) => ({
        id,
        search: {},
        what: name,
        who: [`#${id}`, ...[email, phone].flatMap((contact) => ownContact(contact) ?? [])].join(' · '),
        status: is_active ? null : 'inactive',
      })),
    },
    {
      title: t`Deposits`,
      to: '/admin/deposits',
      hits: deposits.map(
        ({ id, status, requested_amount: asked, approved_amount: approved, user, transaction_id: reference }) => ({
          id,
          search: { status: 'all', search: `#${id}` },
          what: sum(`#${id}`, approved ?? asked),
          who: `${user.name} · ${reference}`,
          status,
        }),
      ),
    },
    {
      title: t`Withdrawals`,
      to: '/admin/withdrawals',
      hits: withdrawals.map(({ id, status, amount, user, transaction_id: reference }) => ({
        id,
        search: { status: 'all', search: `#${id}` },
        what: sum(`#${id}`, amount),
        who: reference === null ? user.name : `${user.name} · ${reference}`,
        status,
      })),
    },
    {
      title: t`BittPay`,
      to: '/admin/balance-transfers',
      hits: transfers.map(({ id, number, status, amount, sender, receiver }) => ({
        id,
        search: { search: `#${id}` },
        what: sum(number, amount),
        who: `${sender.name} → ${receiver.name}`,
        status,
      })),
    },
  ]
  const isEmpty = [...groups.map(({ hits }) => hits), ...groupsOfPlaces.map((group) => group.places)].every(
    ({ length }) => length === 0,
  )

  return (
    <>
      {found.error && <Banner tone="loss">{failureMessage(found.error, t`Failed to load data`)}</Banner>}
      <p className={styles.hint} role="status">
        {text === ''
          ? t`Type at least two characters: a page, an action, a setting, or a name, e-mail, phone, reference or #number.`
          : found.isLooking
            ? t`Searching…`
            : isEmpty && !found.error
              ? t`Nothing found.`
              : null}
      </p>
      {groupsOfPlaces.map((group) => (
        <Group key={group.title} title={group.title}>
          {group.places.map(({ name, link, ...place }) => (
            <li key={name}>
              <Link {...link} replace className={styles.hit}>
                <span>
                  <strong>{name}</strong>
                  {'about' in place && place.about && <span className={styles.soft}>{place.about}</span>}
                </span>
              </Link>
            </li>
          ))}
        </Group>
      ))}
      {text !== '' &&
        groups.map(({ title, to, hits }) => (
          <Group key={to} title={title} isOld={found.isOld}>
            {hits.map(({ id, search, what, who, status }) => (
              <li key={id}>
                <Link {...placeOf(to, id, search)} replace className={styles.hit}>
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
    </>
  )
}

/** A person has a page of their own; a record opens in its list. */
function placeOf(to: HitGroup['to'], id: number, search: HitGroup['hits'][number]['search']) {
  return to === '/admin/users/$id' ? { to, params: { id: String(id) } } : { to, search: { ...search, id } }
}

/** `isOld`: of an earlier text, so that Enter opens none of them. */
function Group({ title, children, isOld }: { title: string; children: ReactNode[]; isOld?: boolean }) {
  if (children.length === 0) return null
  return (
    <section data-old={isOld || undefined}>
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
