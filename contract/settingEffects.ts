/** What another rate would cost or bring the platform a day: an estimate from today's sums, shown before it is confirmed. */
import { negate, type Paise, paise, parseDecimal, ppm, shareOf, subtract } from './money.ts'
import type { SettingKey, SettingSums } from './settings.ts'

type Sum = keyof Omit<SettingSums, 'at' | 'days'>
/** Which sum a rate is taken of, and whether the platform is paid it or pays it. */
const rates = {
  flexible_daily_profit_percentage: { of: 'earn', platform: 'pays' },
  referral_profit_share: { of: 'referred_profits', platform: 'pays' },
  withdrawal_fee_percentage: { of: 'withdrawals', platform: 'is paid' },
  transfer_fee_percentage: { of: 'transfers', platform: 'is paid' },
} as const satisfies Partial<Record<SettingKey, { of: Sum; platform: 'pays' | 'is paid' }>>

export const ratedSettings = [...(Object.keys(rates) as (keyof typeof rates)[]), 'usdt_value'] as const
export type RatedSetting = (typeof ratedSettings)[number]

export function isRated(key: SettingKey): key is RatedSetting {
  return ratedSettings.some((rated) => rated === key)
}

/**
 * What the platform gains in a day if a rate is changed and everything else stays as the sums say; below zero, what it
 * costs. `from` and `to` are the texts of the setting. Of the USDT rate it is the USDT that come in and go out more or less
 * for the same rupees, at the rate from before. Source: docs/rules.md#settings.
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
