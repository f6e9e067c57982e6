import { getSetting, type TextKey } from '@bittkosh/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { reading } from './queries.ts'

/** The text of a public setting; null until it is loaded, and if it can't be read. */
export function useSettingText(key: TextKey): string | null {
  return useSettingTextOrWait(key) ?? null
}

/** The same, but undefined while loading: for a page that reserves the space meanwhile. */
export function useSettingTextOrWait(key: TextKey): string | null | undefined {
  const { data, isPending } = useQuery({ ...reading(getSetting, { params: { key } }), staleTime: 60_000 })
  if (isPending) return undefined
  return data === undefined ? null : String(data.value)
}
