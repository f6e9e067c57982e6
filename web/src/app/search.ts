/** The parameters of the pages' addresses. An invalid value is left out, never refused. */
import type { FlowSearch } from '../kit/device/useFlow.ts'

type Raw = Record<string, unknown>

/** Of an admin list: filter, page, search, order and the opened row, so that a reload or a link shows the same. */
export type ListSearch = {
  status?: string
  page?: number
  search?: string
  sort?: string
  flagged?: 'true'
  id?: number
  /** The empty form of a new record is open. */
  add?: true
}

export function listSearch(raw: Raw): ListSearch {
  return {
    ...text(raw, 'status'),
    ...(raw.flagged ? { flagged: 'true' as const } : {}),
    ...text(raw, 'search'),
    ...text(raw, 'sort'),
    ...count(raw, 'page'),
    ...count(raw, 'id'),
    ...(raw.add ? { add: true as const } : {}),
  }
}

/** Of a queue of requests for money: the list, and what it is narrowed to. */
export type QueueSearch = ListSearch & { type?: string; from?: string; to?: string; least?: string; most?: string }

export function queueSearch(raw: Raw): QueueSearch {
  return {
    ...listSearch(raw),
    ...text(raw, 'type'),
    ...text(raw, 'from'),
    ...text(raw, 'to'),
    ...text(raw, 'least'),
    ...text(raw, 'most'),
  }
}

/** Of the page that sends notifications: to one person or to everyone. */
export function sendSearch(raw: Raw): { tab?: string } {
  return text(raw, 'tab')
}

/** Of the alerts: open or past, and of which kind. */
export function alertSearch(raw: Raw): { status?: string; kind?: string } {
  return { ...text(raw, 'status'), ...text(raw, 'kind') }
}

/** Of the audit log: which record, whose acts, of which kind. */
export function auditSearch(raw: Raw): {
  page?: number
  subject?: string
  id?: number
  admin?: number
  action?: string
} {
  return {
    ...text(raw, 'subject'),
    ...text(raw, 'action'),
    ...count(raw, 'page'),
    ...count(raw, 'id'),
    ...count(raw, 'admin'),
  }
}

/** Of a person's page: the tab, and the account, kind and days that its ledger is narrowed to. */
export function personSearch(raw: Raw): { tab?: string; account?: string; type?: string; from?: string; to?: string } {
  return {
    ...text(raw, 'tab'),
    ...text(raw, 'account'),
    ...text(raw, 'type'),
    ...text(raw, 'from'),
    ...text(raw, 'to'),
  }
}

/** Of the admin's dashboard: the month of the totals, and the days of the registrations. */
export type FiguresSearch = { year?: number; month?: number; start?: string; end?: string }

export function figuresSearch(raw: Raw): FiguresSearch {
  return { ...count(raw, 'year'), ...count(raw, 'month'), ...text(raw, 'start'), ...text(raw, 'end') }
}

/** Of the reports: which one, and the days of its first and last month. */
export function reportsSearch(raw: Raw): { report?: string; from?: string; to?: string } {
  return { ...text(raw, 'report'), ...text(raw, 'from'), ...text(raw, 'to') }
}

/** Of the registration: the code of the person who invites; an address that was just claimed, with the token of its link. */
export function referralSearch(raw: Raw): { ref?: string; email?: string; claim?: string } {
  return { ...text(raw, 'ref'), ...text(raw, 'email'), ...text(raw, 'claim') }
}

/** Of the link in the mail for a forgotten password, or for an address that another account holds. */
export function tokenSearch(raw: Raw): { token?: string } {
  return text(raw, 'token')
}

/** Of the landing page: inside the app the install prompts are hidden. */
export function landingSearch(raw: Raw): { mobile?: boolean } {
  return raw.mobile === true || raw.mobile === 'true' ? { mobile: true } : {}
}

/** Of the wallet's history: the chip taken, kind, period and search, and the opened receipt. */
export type WalletSearch = { show?: string; kind?: string; period?: string; search?: string; id?: string }

export function walletSearch(raw: Raw): WalletSearch {
  return {
    ...text(raw, 'show'),
    ...text(raw, 'kind'),
    ...text(raw, 'period'),
    ...text(raw, 'search'),
    ...text(raw, 'id'),
  }
}

/** Of a person's support: the conversation, or the record to ask about. */
export function supportSearch(raw: Raw): { id?: number; about?: string } {
  return { ...count(raw, 'id'), ...text(raw, 'about') }
}

/** Of the visitors' form: the token of a mailed link that confirms an address, or opens a conversation. */
export function contactSearch(raw: Raw): { confirm?: string; thread?: string } {
  return { ...text(raw, 'confirm'), ...text(raw, 'thread') }
}

/** Of the team's inbox. */
export function inboxSearch(raw: Raw): { tab?: string; search?: string; id?: number } {
  return { ...text(raw, 'tab'), ...text(raw, 'search'), ...count(raw, 'id') }
}

/** Of bank statements: the list, and what narrows it. */
export function statementsSearch(raw: Raw): { tab?: string; account?: number; state?: string; search?: string } {
  return { ...text(raw, 'tab'), ...count(raw, 'account'), ...text(raw, 'state'), ...text(raw, 'search') }
}

/** Of the reconciliation: the day; the list of days without one. */
export function reconciliationSearch(raw: Raw): { day?: string } {
  return text(raw, 'day')
}

/** Of a flow: its step, the record that it ended with, and the page to return to (kit/device/useFlow.ts). */
export function flowSearch(raw: Raw): FlowSearch {
  return { ...text(raw, 'step'), ...text(raw, 'record'), ...backSearch(raw) }
}

/** Of Add balance: the amount to begin with, or the rejected deposit to send again. */
export function addBalanceSearch(raw: Raw): FlowSearch & { amount?: string; again?: number } {
  return { ...flowSearch(raw), ...text(raw, 'amount'), ...count(raw, 'again') }
}

/** Of the packages: the chosen one, and the rejected purchase to send again. */
export function packagesSearch(raw: Raw): FlowSearch & { offer?: number; again?: number } {
  return { ...flowSearch(raw), ...count(raw, 'offer'), ...count(raw, 'again') }
}

/** Of the withdrawal page: its flow, and the withdrawal to send again. */
export function withdrawSearch(raw: Raw): FlowSearch & { again?: number } {
  return { ...flowSearch(raw), ...count(raw, 'again') }
}

/** A page of this app, never an address elsewhere: a browser reads '//' and '/\\' as one, and drops line ends and tabs first. */
function backSearch({ back }: Raw): { back?: string } {
  return typeof back === 'string' && /^\/(?![/\\])[^\t\n\r]*$/.test(back) ? { back } : {}
}

// The router reads '123' in the address as a number, but a search for a phone number is text.
function text<K extends string>(raw: Raw, key: K): { [key in K]?: string } {
  const value = raw[key]
  return typeof value === 'string' || typeof value === 'number'
    ? ({ [key]: String(value) } as { [key in K]: string })
    : {}
}

function count<K extends string>(raw: Raw, key: K): { [key in K]?: number } {
  const value = Number(raw[key])
  return Number.isSafeInteger(value) && value >= 1 ? ({ [key]: value } as { [key in K]: number }) : {}
}
