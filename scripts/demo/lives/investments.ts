/** Plans: bought from the wallet, told of when they mature, claimed some time after. */
import { quoteInvestment } from '@bittkosh/contract/investmentQuote'
import { add, subtract } from '@bittkosh/contract/money'
import { startOfDay } from '@bittkosh/contract/time'
import { planBought, planClaimed } from '../../../server/src/ledger/movements.ts'
import { pick } from '../people.ts'
import type { Investment, Person } from './lives.ts'
import { partOf } from './payments.ts'
import { move, rowOf, tell, type Wave } from './wave.ts'

export function invest(wave: Wave, person: Person): void {
  const { random, catalogue, day, lives, running } = wave
  const plan = pick(random, catalogue.plans)
  if ((person.plans.has(plan.id) && !plan.multiple_allowed) || person.wallet < plan.minimum_deposit) return
  const most = person.wallet < plan.maximum_deposit ? person.wallet : plan.maximum_deposit
  const amount = partOf(random, { least: plan.minimum_deposit, most })
  const { profit, maturesOn } = quoteInvestment({ amount, rate: plan.profit_ppm, days: plan.duration_days, day })
  const investment: Investment = {
    ...rowOf(wave, person),
    plan,
    amount,
    profit,
    maturesOn,
    maturesAt: startOfDay(maturesOn),
    told: false,
    claimedAt: null,
  }
  person.wallet = subtract(person.wallet, amount)
  move(wave, () => planBought({ id: investment.id, user: person.id, amount }))
  lives.investments.push(investment)
  running.add(investment)
  person.plans.add(plan.id)
}

/** Told at once, claimed by half of those who know in each wave. */
export function mature(wave: Wave, investment: Investment): void {
  const { person, amount, profit, plan } = investment
  if (!investment.told) {
    investment.told = true
    const values = { plan: plan.name, amount, profit }
    tell(wave, person, () => ({ kind: 'plan_matured', values, about: investment.id }))
  }
  if (wave.random() < 0.5) return
  investment.claimedAt = wave.at
  wave.running.delete(investment)
  person.plans.delete(plan.id)
  move(wave, () => planClaimed({ id: investment.id, user: person.id, amount, profit }))
  wave.profits.push({ person, profit, source: () => ({ subject: 'investment', subjectId: investment.id }) })
  wave.incoming.push([person, add(amount, profit)])
}
