import { listDeposits } from '@bittkosh/contract/deposits'
import { listTransfers } from '@bittkosh/contract/transfers'
import { listUsers } from '@bittkosh/contract/users'
import { listWithdrawals } from '@bittkosh/contract/withdrawals'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { reading } from '../api/queries.ts'

const pauseMs = 250
const shown = 5

/** The first few users, deposits, withdrawals and transfers that fit; nothing is asked below two characters. */
export function useFindings(typed: string) {
  const text = useSettled(typed.trim())
  const options = { enabled: text.length >= 2, placeholderData: keepPreviousData }
  const input = { query: { search: text, per_page: shown } }
  const users = useQuery({ ...reading(listUsers, input), ...options })
  const deposits = useQuery({ ...reading(listDeposits, { query: { ...input.query, sort: 'newest' } }), ...options })
  const withdrawals = useQuery({
    ...reading(listWithdrawals, { query: { ...input.query, sort: 'newest' } }),
    ...options,
  })
  const transfers = useQuery({ ...reading(listTransfers, input), ...options })
  const all = [users, deposits, withdrawals, transfers]
  return {
    /** What the findings are for; it follows the typing. */
    text: options.enabled ? text : '',
    users: users.data?.data ?? [],
    deposits: deposits.data?.data ?? [],
    withdrawals: withdrawals.data?.data ?? [],
    transfers: transfers.data?.transfers ?? [],
    isLooking: all.some((query) => query.isFetching),
    error: all.find((query) => query.error)?.error,
  }
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
