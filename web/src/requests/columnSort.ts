import type { RequestSort } from '@bittkosh/contract/requests'
import type { Column } from '../kit/lists/Table.tsx'

const descending: ReadonlySet<RequestSort> = new Set(['newest', 'amount'])

/** For a header that sorts the list, and reverses the order when it is clicked again. */
export function columnSort(
  order: RequestSort,
  [first, second]: readonly [RequestSort, RequestSort],
  onSort: (order: RequestSort) => void,
): NonNullable<Column<unknown>['sort']> {
  const isBy = order === first || order === second
  return {
    direction: isBy ? (descending.has(order) ? 'descending' : 'ascending') : 'none',
    onSort: () => onSort(order === first ? second : first),
  }
}
