import type { Plan } from '@bittkosh/contract/plans'
import { useEffect, useState } from 'react'
import { useReducedMotion } from '../kit/device/reducedMotion.ts'
import { firstPrice, nextPrice, type Price, type PriceRule, TICK_MS } from './simulatedPrice.ts'

// Stored outside React, so that prices continue where they were when the person returns to the list.
const prices = new Map<number, Price>()

/** The simulated price of each plan, changing every three seconds; static if the person prefers reduced motion. */
export function useSimulatedPrices(plans: readonly Plan[]): (plan: Plan) => Price {
  const still = useReducedMotion()
  const [, setTick] = useState(0)
  useEffect(() => {
    if (still) return
    const timer = setInterval(() => {
      for (const plan of plans) prices.set(plan.id, nextPrice(priceOf(plan), ruleOf(plan), Math.random))
      setTick((tick) => tick + 1)
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [plans, still])
  return priceOf
}

function priceOf(plan: Plan): Price {
  const known = prices.get(plan.id)
  if (known) return known
  const first = firstPrice(ruleOf(plan), Math.random)
  prices.set(plan.id, first)
  return first
}

function ruleOf(plan: Plan): PriceRule {
  return {
    lower: Number(plan.lower_fluctuation) / 100,
    higher: Number(plan.higher_fluctuation) / 100,
    bottomFlow: Number(plan.bottom_flow) / 10_000,
    upperFlow: Number(plan.upper_flow) / 10_000,
  }
}
