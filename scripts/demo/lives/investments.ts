/** Plans: bought from the wallet, notified at maturity, claimed some time later. */
import { planBought, planClaimed } from '../../../server/src/ledger/movements.ts'
import { judgeClaim, judgePurchase, noticeOf } from '../../../server/src/investments/rules.ts'
import { pick } from '../people.ts'
import type { Investment, Person } from './lives.ts'
import { partOf } from './payments.ts'
import { agreed, momentOf, move, tell, type Wave } from './wave.ts'

/** Buys nothing that the wallet can't pay, and no plan twice that allows only one purchase. */
export function invest(wave: Wave, person: Person): void {
  const { random, catalogue, ids, lives, running } = wave
  const plan = pick(random, catalogue.plans)
  if ((person.plans.has(plan.id) && !plan.multipleAllowed) || person.wallet < plan.minimum) return
  const most = person.wallet < plan.maximum ? person.wallet : plan.maximum
  const amount = partOf(random, { least: plan.minimum, most })
  const { bought } = agreed(judgePurchase({ user: person.id, plan, amount, at: momentOf(wave, person) }))
  const investment: Investment = { ...bought, id: ids.next('investments'), told_at: null, claimed_at: null }
  move(wave, planBought({ id: investment.id, user: person.id, amount }))
  lives.investments.push(investment)
  running.add(investment)
  person.plans.add(plan.id)
}

/** Notifies at once; in each wave half of the notified people claim. */
export function mature(wave: Wave, investment: Investment): void {
  const { id, user_id: user, plan_id, amount, profit, matures_on, matures_at, claimed_at } = investment
  const { at, step, running, personOf } = wave
  if (!investment.told_at) {
    investment.told_at = at
    tell(wave, user, noticeOf('plan_matured', investment))
  }
  if (wave.random() < 0.5) return
  agreed(judgeClaim({ maturesOn: matures_on, maturesAt: matures_at, claimedAt: claimed_at, at }))
  investment.claimed_at = at
  running.delete(investment)
  personOf.get(user)?.plans.delete(plan_id)
  tell(wave, user, noticeOf('plan_claimed', investment))
  move(wave, planClaimed({ id, user, amount, profit }))
  step.profits.push({ user, profit, source: { subject: 'investment', subjectId: id } })
}
