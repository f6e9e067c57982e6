import { listDeposits } from '@bittkosh/contract/deposits'
import type { Endpoint } from '@bittkosh/contract/endpoint'
import { listTransfers } from '@bittkosh/contract/transfers'
import { listUsers } from '@bittkosh/contract/users'
import { listWithdrawals } from '@bittkosh/contract/withdrawals'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useMay } from '../api/may.ts'
import { reading } from '../api/queries.ts'

const pauseMs = 250
const shown = 5

/** The first few matching users, deposits, withdrawals and transfers; nothing is requested for fewer than two characters. */
export function useFindings(typed: string) {
  const text = useSettled(typed.trim())
  const may = useMay()
  const isLong = text.length >= 2
  const optionsOf = (endpoint: Endpoint) => ({ enabled: isLong && may(endpoint), placeholderData: keepPreviousData })
  const input = { query: { search: text, per_page: shown } }
  const users = useQuery({ ...reading(listUsers, input), ...optionsOf(listUsers) })
  const deposits = useQuery({
    ...reading(listDeposits, { query: { ...input.query, sort: 'newest' } }),
    ...optionsOf(listDeposits),
  })
  const withdrawals = useQuery({
    ...reading(listWithdrawals, { query: { ...input.query, sort: 'newest' } }),
    ...optionsOf(listWithdrawals),
  })
  const transfers = useQuery({ ...reading(listTransfers, input), ...optionsOf(listTransfers) })
  const all = [users, deposits, withdrawals, transfers]
  return {
    /** The text that was searched for; it lags behind the typing. */
    text: isLong ? text : '',
    users: users.data?.data ?? [],
    deposits: deposits.data?.data ?? [],
    withdrawals: withdrawals.data?.data ?? [],
    transfers: transfers.data?.transfers ?? [],
    /** Whether hits of an earlier text are among them. */
    isOld: text !== typed.trim() || all.some((query) => query.isPlaceholderData),
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
