import type { StatementLine } from '@bittkosh/contract/bankStatements'
import type { Paise } from '@bittkosh/contract/money'
import { useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { failureMessage } from '../api/failure.ts'
import { SearchForm } from '../kit/forms/SearchForm.tsx'
import { Money } from '../kit/money/Money.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import { When } from '../kit/page/When.tsx'
import styles from './BankStatements.module.css'

type Request = { id: number; number: string; user: { name: string }; transaction_id: string | null }
type Choice<R extends Request> = { request: R; amount: Paise; at: Date }

type ChooseRequestProps<R extends Request> = {
  line: StatementLine
  query: UseQueryResult<Choice<R>[]>
  failure: string
  /** Shown if no request matches the search. */
  none: string
  search: string
  onSearch: (search: string) => void
  onChoose: (request: R) => void
}

/** Assigns a deposit or withdrawal to a line by hand; those with the line's amount come first. */
export function ChooseRequest<R extends Request>(props: ChooseRequestProps<R>) {
  const { line, query, failure, none, search, onSearch, onChoose } = props
  const { t } = useLingui()
  return (
    <>
      <SearchForm label={t`Name, number or transaction ID`} dense value={search} onSearch={onSearch} />
      {query.isPending ? (
        <SkeletonRows rows={4} height={56} />
      ) : !query.data ? (
        <FailedState message={failureMessage(query.error, failure)} retry={query} />
      ) : query.data.length === 0 ? (
        <p>{none}</p>
      ) : (
        <ul className={styles.choices}>
          {query.data
            .toSorted((a, b) => Number(b.amount === line.amount) - Number(a.amount === line.amount))
            .map(({ request, amount, at }) => (
              <li key={request.id}>
                <button type="button" className={styles.choice} onClick={() => onChoose(request)}>
                  <span className={styles.line}>
                    <span>
                      {request.number} · {request.user.name}
                    </span>
                    <span className={styles.small}>
                      <When at={at} /> · {request.transaction_id}
                    </span>
                  </span>
                  <Money amount={amount} />
                </button>
              </li>
            ))}
        </ul>
      )}
    </>
  )
}
