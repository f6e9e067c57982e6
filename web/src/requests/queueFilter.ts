/** The parameters in a queue's address: tab, search, order, filters, page and opened row. */
import { methodTypes } from '@bittkosh/contract/methods'
import { type RequestKind, type StateOf, statesOf } from '@bittkosh/contract/requestStates'
import { requestSorts } from '@bittkosh/contract/requests'
import { keysOf } from '@bittkosh/contract/tables'
import { readAmount } from '../kit/forms/amountText.ts'
import { changedSearch, type SearchChange } from '../kit/lists/addressSearch.ts'

export type QueueSearch = {
  status?: string
  search?: string
  sort?: string
  flagged?: 'true'
  late?: 'true'
  type?: string
  from?: string
  to?: string
  least?: string
  most?: string
  page?: number
  id?: number
}

/** Navigation options for a change of the queue's address: opening a row does not scroll. `isStep`: Back undoes the change. */
export function queueStep(change: SearchChange<QueueSearch>, isStep = false) {
  return {
    search: (before: QueueSearch) => changedSearch(before, change),
    replace: !isStep,
    resetScroll: change.id === undefined,
  }
}

/** A list's filters besides its state and a search. */
export type NarrowedBy = 'flagged' | 'type' | 'day' | 'amount' | 'late'

/** The tab with all states. */
export const ALL = 'all'

/** The filter of the list and the export: a tab stands for its state, the first one for pending records, `all` for all states. */
export function filterOf<K extends RequestKind>(kind: K, search: QueueSearch) {
  return {
    ...rangeOf(search),
    status: stateOfTab(kind, search),
    flagged: search.flagged,
    late: search.late,
    type: methodTypes.find((one) => one === search.type),
  }
}

/** The part that the filters of all lists of money share. */
export function rangeOf(search: QueueSearch) {
  return {
    sort: requestSorts.find((one) => one === search.sort),
    search: search.search,
    from: search.from,
    to: search.to,
    least: readAmount(search.least ?? '') ?? undefined,
    most: readAmount(search.most ?? '') ?? undefined,
  }
}

function stateOfTab<K extends RequestKind>(kind: K, { status }: QueueSearch): StateOf<K> | undefined {
  if (status === ALL) return undefined
  const states = statesOf(kind)
  return states.find((state) => state === status) ?? states[0]
}

/** The change of the address that removes all filters. */
export const notNarrowed = {
  late: undefined,
  type: undefined,
  from: undefined,
  to: undefined,
  least: undefined,
  most: undefined,
}

/** Whether the list is filtered by waiting time, days, amounts or payment method. */
export function isNarrowed(search: QueueSearch): boolean {
  return keysOf(notNarrowed).some((key) => search[key] !== undefined)
}
