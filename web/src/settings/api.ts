import { getSetting, type TextKey } from '@bittkosh/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { reading } from '../api/queries.ts'

/** The text of a public setting; null until it is there, and where it can't be read. */
export function useSettingText(key: TextKey): string | null {
  const { data } = useQuery({ ...reading(getSetting, { params: { key } }), staleTime: 60_000 })
  return data === undefined ? null : String(data.value)
}
