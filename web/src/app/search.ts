/** The parameters of the pages' addresses. An invalid value is left out, never refused. */
import { isDay } from '@bittkosh/contract/time'
import type { FlowSearch } from '../kit/device/useFlow.ts'

type Raw = Record<string, unknown>

// What the server accepts (contract/shapes.ts, whose schemas are too large for the first download).
const ID_MAX = 2_147_483_647
const PAGE_MAX = 1_000_000

type Search<T extends string, C extends string> = { [key in T]?: string } & { [key in C]?: number }

/** For an admin list: filter, page, search, order and the opened row, so that a reload or a link shows the same. */
export type ListSearch = Search<'status' | 'search' | 'sort', 'page' | 'id'> & {
  flagged?: 'true'
  /** The empty form of a new record is open. */
  add?: true
}

export function listSearch(raw: Raw): ListSearch {
  return {
    ...inList(raw),
    ...(raw.flagged ? { flagged: 'true' as const } : {}),
    ...(raw.add ? { add: true as const } : {}),
  }
}
const inList = searchOf(['status', 'search', 'sort'], ['page', 'id'])

/** For a queue of requests: the tab and the filters. */
export function queueSearch(raw: Raw) {
  return { ...listSearch(raw), ...(raw.late ? { late: 'true' as const } : {}), ...narrowing(raw) }
}
const narrowing = searchOf(['type', 'least', 'most'], [], ['from', 'to'])

/** For the page that sends notifications: to one person or to everyone. */
export const sendSearch = searchOf(['tab'])

/** For the alerts: open or past, and which kind. */
export const alertSearch = searchOf(['status', 'kind'])

/** For the audit log: which record, which admin, which action, which days. */
export const auditSearch = searchOf(['subject', 'action'], ['page', 'id', 'admin'], ['from', 'to'])

/** For a person's page: the tab, and the account, kind and days that filter its ledger. */
export const personSearch = searchOf(['tab', 'account', 'type'], [], ['from', 'to'])

/** For the admin's dashboard: the range of days. */
export const figuresSearch = searchOf([], [], ['start', 'end'])

/** For the reports: which one, and the first days of its first and last month. */
export const reportsSearch = searchOf(['report'], [], ['from', 'to'])

/** For the registration: the inviter's code; an address that was just claimed, with the token of its link. */
export const referralSearch = searchOf(['ref', 'email', 'claim'])

/** For the link in the mail for a forgotten password, or for an address that another account uses. */
export const tokenSearch = searchOf(['token'])

/** For the landing page: the installed app hides the install prompts. */
export function landingSearch(raw: Raw): { mobile?: boolean } {
  return raw.mobile === true || raw.mobile === 'true' ? { mobile: true } : {}
}

/** For the wallet's history: the selected chip, kind, period and search, and the opened receipt. */
export const walletSearch = searchOf(['show', 'kind', 'period', 'search', 'id'])

/** For a person's support page: the conversation, or the record to ask about. */
export const supportSearch = searchOf(['about'], ['id'])

/** For the visitors' form: the token of a mailed link that confirms an address or opens a conversation. */
export const contactSearch = searchOf(['confirm', 'thread'])

/** For the team's inbox. */
export const inboxSearch = searchOf(['tab', 'search'], ['id'])

/** For bank statements: the tab and the filters. */
export const statementsSearch = searchOf(['tab', 'state', 'search'], ['account'])

/** For the reconciliation: the day; without one the list of days. */
export const reconciliationSearch = searchOf([], [], ['day'])

/** For a flow: its step, the record that it ended with, and the page to return to (kit/device/useFlow.ts). */
export function flowSearch(raw: Raw): FlowSearch {
  return { ...inFlow(raw), ...backSearch(raw) }
}
const inFlow = searchOf(['step', 'record'])

/** For Add balance: the initial amount, or the rejected deposit to send again. */
export function addBalanceSearch(raw: Raw) {
  return { ...flowSearch(raw), ...begun(raw) }
}
const begun = searchOf(['amount'], ['again'])

/** For the packages: the chosen one, and the rejected purchase to send again. */
export function packagesSearch(raw: Raw) {
  return { ...flowSearch(raw), ...chosen(raw) }
}
const chosen = searchOf([], ['offer', 'again'])

/** For the withdrawal page: its flow, the withdrawal to send again, and the one whose receipt is opened, or which is cancelled. */
export function withdrawSearch(raw: Raw) {
  return { ...flowSearch(raw), ...repeated(raw) }
}
const repeated = searchOf([], ['again', 'id', 'cancel'])

/** A path within this app, never an external address: browsers read '//' and '/\\' as one, after dropping line ends and tabs. */
function backSearch({ back }: Raw): { back?: string } {
  return typeof back === 'string' && /^\/(?![/\\])[^\t\n\r]*$/.test(back) ? { back } : {}
}

/** Reads parameters that are text, ids or pages, or days: '2026-03-31'. */
function searchOf<T extends string = never, C extends string = never, D extends string = never>(
  texts: readonly T[],
  counts: readonly C[] = [],
  days: readonly D[] = [],
): (raw: Raw) => Search<T | D, C> {
  return (raw) => {
    const found: Record<string, string | number> = {}
    for (const key of texts) {
      const value = raw[key]
      // The router parses '123' in the address as a number, but a search for a phone number is text.
      if (typeof value === 'string' || typeof value === 'number') found[key] = String(value)
    }
    for (const key of counts) {
      const value = Number(raw[key])
      if (Number.isInteger(value) && value >= 1 && value <= (key === 'page' ? PAGE_MAX : ID_MAX)) found[key] = value
    }
    for (const key of days) {
      const value = raw[key]
      if (typeof value === 'string' && isDay(value)) found[key] = value
    }
    return found as Search<T | D, C> // each key has the type of the list that contains it
  }
}
