/** What a changed rate would cost or earn the platform per day: an estimate from today's sums, shown before confirmation. */
import { negate, type Paise, paise, parseDecimal, ppm, shareOf, subtract } from './money.ts'
import type { SettingKey, SettingSums } from './settings.ts'
import { keysOf } from './tables.ts'

type Sum = keyof Omit<SettingSums, 'at' | 'days'>
/** The sum to which a rate applies, and whether the platform receives or pays it. */
const rates = {
  flexible_daily_profit_percentage: { of: 'earn', platform: 'pays' },
  referral_profit_share: { of: 'referred_profits', platform: 'pays' },
  withdrawal_fee_percentage: { of: 'withdrawals', platform: 'is paid' },
  transfer_fee_percentage: { of: 'transfers', platform: 'is paid' },
} as const satisfies Partial<Record<SettingKey, { of: Sum; platform: 'pays' | 'is paid' }>>

export const ratedSettings = [...keysOf(rates), 'usdt_value'] as const
export type RatedSetting = (typeof ratedSettings)[number]

export function isRated(key: SettingKey): key is RatedSetting {
  return ratedSettings.some((rated) => rated === key)
}

/**
 * What the platform gains per day if a rate changes and all sums stay the same; negative for a cost. `from` and `to`
 * are the values of the setting as text. For the USDT rate it is the USDT that come in or go out more or less for the
 * same rupees, at the old rate. Source: docs/rules.md#settings.
 */
export function gainADay(
  key: RatedSetting,
  { from, to, sums }: { from: string; to: string; sums: SettingSums },
): Paise {
  if (key === 'usdt_value') {
    const [before, after] = [unitsOf(from, 2), unitsOf(to, 2)]
    if (after <= 0n) throw new Error(`gainADay: USDT rate ${to}`)
    return paise((subtract(sums.usdt_in, sums.usdt_out) * (before - after)) / after)
  }
  const { of, platform } = rates[key]
  const shareAt = (text: string) => shareOf(sums[of], ppm(unitsOf(text, 4)))
  const more = subtract(shareAt(to), shareAt(from))
  return platform === 'pays' ? negate(more) : more
}

function unitsOf(text: string, decimals: number): bigint {
  const units = parseDecimal(text, decimals)
  if (units === null) throw new Error(`gainADay: unreadable rate ${text}`)
  return units
}
