/**
 * Plans the lives of a batch of demo users in memory: what each of them requests and what admins decide, wave by wave from the
 * first registration until now. Nothing is written here; write.ts does that, in the order of the steps.
 */
import { add } from '@bittkosh/contract/money'
import { addDays, dayOf, startOfDay } from '@bittkosh/contract/time'
import type { Catalogue } from '../catalogue.ts'
import { randomFrom } from '../people.ts'
import type { Ids } from '../rows.ts'
import { decideDeposit, requestDeposit } from './deposits.ts'
import { moveIntoEarn, payInterestThrough, takeFromEarn, welcome } from './earn.ts'
import { invest, mature } from './investments.ts'
import { decideKyc, submitKyc } from './kyc.ts'
import { type Lives, type Person, stepAt } from './lives.ts'
import { send } from './transfers.ts'
import { type Batch, type Wave } from './wave.ts'
import { WAVES_PER_LIFE, wavesOf } from './waves.ts'
import { decideWithdrawal, withdraw } from './withdrawals.ts'

/** The lives of people who registered in this order, up to `now`. */
export async function planLives(
  people: readonly Person[],
  { catalogue, ids, now }: { catalogue: Catalogue; ids: Ids; now: Date },
): Promise<Lives> {
  const random = randomFrom((people[0]?.number ?? 0) * 7919 + people.length)
  const batch: Batch = {
    catalogue,
    ids,
    random,
    today: dayOf(now),
    lives: { people, kyc: [], deposits: [], withdrawals: [], investments: [], transfers: [], earnMoves: [], steps: [] },
    present: [],
    personOf: new Map(people.map((person) => [person.id, person])),
    waiting: { kyc: [], deposits: [], withdrawals: [] },
    running: new Set(),
  }
  const waves = wavesOf(people[0]?.registeredAt ?? now, now, random)
  let before = 0
  for (const [n, at] of waves.entries()) {
    const wave = waveAt(batch, { at, before, isLast: n === waves.length - 1 })
    payInterestThrough(batch, addDays(wave.day, -1))
    batch.lives.steps.push(wave.step)
    for (let next = people[wave.present.length]; next && next.registeredAt <= at; next = people[wave.present.length]) {
      wave.present.push(next)
      welcome(wave, next)
    }
    await ids.ready(wave.present.length) // in one wave nobody creates two records of a kind
    live(wave)
    before = at.getTime()
  }
  return batch.lives
}

/** People act in the 90 minutes before the wave's time, after the previous wave and on the same day. */
function waveAt(batch: Batch, { at, before, isLast }: { at: Date; before: number; isLast: boolean }): Wave {
  const day = dayOf(at)
  return {
    ...batch,
    at,
    day,
    since: Math.max(at.getTime() - 90 * 60_000, startOfDay(day).getTime(), before + 1000),
    isLast,
    step: stepAt(at),
    incoming: [],
  }
}

/** Admins decide pending requests, investments mature, then people act. */
function live(wave: Wave): void {
  const { random, at, present, waiting, running } = wave
  for (const one of taken(waiting.kyc)) decideKyc(wave, one)
  for (const one of taken(waiting.deposits)) decideDeposit(wave, one)
  for (const one of taken(waiting.withdrawals)) decideWithdrawal(wave, one)
  for (const investment of running) if (investment.matures_at <= at) mature(wave, investment)
  for (const person of present) {
    if (person.wantsKyc && !person.kyc && random() < 0.6) submitKyc(wave, person)
    if (person.isActive && random() < person.eagerness / WAVES_PER_LIFE) act(wave, person)
  }
  for (const [person, amount] of wave.incoming) person.wallet = add(person.wallet, amount)

  /** Seven in ten of the pending ones; the others stay pending. */
  function taken<T>(all: T[]): T[] {
    return all.splice(0).filter((one) => random() < 0.7 || (all.push(one), false))
  }
}

/** Money first; then one of the things to do with it. */
function act(wave: Wave, person: Person): void {
  if (person.wallet < 100_000n) return requestDeposit(wave, person)
  const chance = wave.random()
  if (chance < 0.24) requestDeposit(wave, person)
  else if (chance < 0.5) invest(wave, person)
  else if (chance < 0.66) moveIntoEarn(wave, person)
  else if (chance < 0.7) takeFromEarn(wave, person)
  else if (chance < 0.85) withdraw(wave, person)
  else send(wave, person)
}
