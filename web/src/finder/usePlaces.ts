import type { SettingKey } from '@bittkosh/contract/settings'
import { keysOf } from '@bittkosh/contract/tables'
import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { linkOptions } from '@tanstack/react-router'
import { mayNow } from '../api/may.ts'
import { fitting } from './fitting.ts'
import { useActs } from './useActs.ts'

export type SettingWords = Record<SettingKey, { name: MessageDescriptor; does: MessageDescriptor }>

const shown = 5

/** The matching acts and settings that the admin may use. */
export function usePlaces({ typed, settings }: { typed: string; settings: SettingWords }) {
  const { i18n } = useLingui()
  const acts = useActs()
  const fields = keysOf(settings).map((key) => ({
    name: i18n._(settings[key].name),
    about: i18n._(settings[key].does),
    link: linkOptions({ to: '/admin/basic-settings', hash: `setting-${key}` }),
  }))
  return {
    acts: fitting(acts, typed, shown),
    settings: mayNow('catalogue.read') ? fitting(fields, typed, shown) : [],
  }
}
