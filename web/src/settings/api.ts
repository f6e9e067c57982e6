import { getSetting, type TextKey } from '@bittkosh/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { reading } from '../api/queries.ts'

/** The text of a public setting; null until it is there, and where it can't be read. */
export function useSettingText(key: TextKey): string | null {
  return useSettingTextOrWait(key) ?? null
}

/** The same, and undefined while it is on its way: for a page that keeps its place meanwhile. */
export function useSettingTextOrWait(key: TextKey): string | null | undefined {
  const { data, isPending } = useQuery({ ...reading(getSetting, { params: { key } }), staleTime: 60_000 })
  if (isPending) return undefined
  return data === undefined ? null : String(data.value)
}
