/** What referrers get: a reward for each friend who starts with Earn, and a share of what friends earn. */
import { add, type Paise, ZERO } from '@bittkosh/contract/money'
import { referralShare } from '@bittkosh/contract/referrals'
import type { Settings } from '@bittkosh/contract/settings'
import { profitSharesPaid, referralRewarded } from '../../../server/src/ledger/movements.ts'
import { rewardDue, TELL_FROM } from '../../../server/src/referrals/rules.ts'
import type { Lives, Person, Step } from './lives.ts'
import { move, type Profit, tell, type Wave } from './wave.ts'

/** The referrer's reward, once, where the person has now done what it takes. */
export function reward(wave: Wave, person: Person): void {
  const { referrer } = person
  const { settings } = wave.catalogue
  if (!referrer?.isActive || person.rewarded) return
  const due = rewardDue({
    referrer: referrer.number,
    deposited: person.deposited,
    movedToEarn: person.movedToEarn,
    linked: false,
    reward: settings.rupees('referral_reward'),
    threshold: settings.rupees('referral_flexible_threshold'),
  })
  if (!due) return
  const { amount } = due
  person.rewarded = true
  wave.lives.rewards.push({ referred: person, referrer, amount, at: wave.at })
  move(wave, () => referralRewarded({ referred: person.id, referrer: referrer.id, amount }))
  wave.incoming.push([referrer, amount])
  tell(wave, referrer, () => ({ kind: 'referral_reward', values: { amount } }))
}

/** The referrers' shares of profits, as one movement: the first source stands for all of them. */
export function payShares(
  lives: Lives,
  step: Step,
  { settings, profits }: { settings: Settings; profits: readonly Profit[] },
): void {
  const rate = settings.percent('referral_profit_share')
  if (rate === 0n) return
  const credited = new Map<Person, Paise>()
  const told = new Map<Person, Paise>()
  let paidAs: Profit['source'] | undefined
  for (const { person, profit, source } of profits) {
    const { referrer } = person
    if (!referrer || profit <= 0n) continue
    paidAs ??= source
    const before = person.shared ?? { total: ZERO, carried: 0n, untold: ZERO }
    const { posted, carried } = referralShare({ profit, rate, carried: before.carried })
    const untold = add(before.untold, posted)
    const tells = untold >= TELL_FROM
    person.shared = { total: add(before.total, posted), carried, untold: tells ? ZERO : untold }
    lives.shares.push({ referred: person, referrer, source, paidAs, profit, posted, carried, at: step.at })
    if (posted > 0n) credited.set(referrer, add(credited.get(referrer) ?? ZERO, posted))
    if (tells) told.set(referrer, add(told.get(referrer) ?? ZERO, untold))
  }
  for (const [person, amount] of told)
    tell({ lives, at: step.at }, person, () => ({ kind: 'referral_income', values: { amount } }))
  if (!paidAs || credited.size === 0) return
  const source = paidAs
  const credits = () => [...credited].map(([person, amount]) => ({ referrer: person.id, amount }))
  step.movements.push(() => profitSharesPaid({ source: source(), credits: credits() }))
}
