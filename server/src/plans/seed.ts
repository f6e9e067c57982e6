/** The sample plans of the very first start. Their pictures are our own (web/public/icons/plans). */
import { paise, ppm } from '@bittkosh/contract/money'
import type { Tx } from '../platform/database/database.ts'
import { insertCategory, insertPlan, type PlanValues } from './queries.ts'

type Sample = {
  symbol: string
  name: string
  icon: string
  description: string
  days: number
  /** Percent for the whole term, in hundredths. */
  profit: bigint
  /** Rupees. */
  minimum: bigint
  maximum: bigint
  prices: [lower: bigint, higher: bigint]
  /** Percent a tick, in hundredths. */
  flows: [bottom: bigint, upper: bigint]
  multiple?: boolean
}

const samples: { name: string; description: string; plans: Sample[] }[] = [
  {
    name: 'Savers',
    description: 'The best-known coins, with modest profits.',
    plans: [
      {
        symbol: 'BTC',
        name: 'BTC Saver 30',
        icon: 'coin-sun',
        description: 'A month with the oldest coin. One investment at a time.',
        days: 30,
        profit: 210n,
        minimum: 1_000n,
        maximum: 5_00_000n,
        prices: [58_00_000n, 68_00_000n],
        flows: [5n, 40n],
      },
      {
        symbol: 'ETH',
        name: 'ETH Saver 60',
        icon: 'coin-peaks',
        description: 'Two months with the coin that most applications are built on.',
        days: 60,
        profit: 450n,
        minimum: 1_000n,
        maximum: 5_00_000n,
        prices: [1_95_000n, 2_30_000n],
        flows: [5n, 45n],
      },
      {
        symbol: 'BNB',
        name: 'BNB Saver 90',
        icon: 'coin-lotus',
        description: 'Three months, for money that you do not need this quarter.',
        days: 90,
        profit: 720n,
        minimum: 2_500n,
        maximum: 5_00_000n,
        prices: [48_000n, 57_000n],
        flows: [5n, 50n],
      },
    ],
  },
  {
    name: 'Builders',
    description: 'Coins of networks that others build on.',
    plans: [
      {
        symbol: 'SOL',
        name: 'SOL Builder 45',
        icon: 'coin-waves',
        description: 'Six weeks. You can hold several of these at the same time.',
        days: 45,
        profit: 340n,
        minimum: 500n,
        maximum: 2_00_000n,
        prices: [12_500n, 15_500n],
        flows: [10n, 60n],
        multiple: true,
      },
      {
        symbol: 'ADA',
        name: 'ADA Builder 30',
        icon: 'coin-dots',
        description: 'A month with a small minimum, to see how a plan works.',
        days: 30,
        profit: 190n,
        minimum: 500n,
        maximum: 1_00_000n,
        prices: [55n, 78n],
        flows: [10n, 70n],
        multiple: true,
      },
      {
        symbol: 'DOT',
        name: 'DOT Builder 60',
        icon: 'coin-rings',
        description: 'Two months with a network that connects other networks.',
        days: 60,
        profit: 410n,
        minimum: 1_000n,
        maximum: 2_00_000n,
        prices: [430n, 610n],
        flows: [10n, 65n],
      },
    ],
  },
  {
    name: 'Explorers',
    description: 'A very short and a long term.',
    plans: [
      {
        symbol: 'AVAX',
        name: 'AVAX Explorer 7',
        icon: 'coin-kite',
        description: 'One week, start to finish.',
        days: 7,
        profit: 40n,
        minimum: 500n,
        maximum: 50_000n,
        prices: [1_900n, 2_600n],
        flows: [15n, 80n],
        multiple: true,
      },
      {
        symbol: 'LINK',
        name: 'LINK Explorer 180',
        icon: 'coin-links',
        description: 'Half a year, with the highest profit of our plans.',
        days: 180,
        profit: 1_650n,
        minimum: 5_000n,
        maximum: 10_00_000n,
        prices: [1_150n, 1_650n],
        flows: [10n, 75n],
      },
    ],
  },
]

export async function seedSamples(tx: Tx, at: Date): Promise<void> {
  for (const { name, description, plans } of samples) {
    const category = await insertCategory(tx, { name, description, is_active: true })
    for (const plan of plans) await insertPlan(tx, at, valuesOf(plan, category.id))
  }
}

function valuesOf(plan: Sample, category: number): PlanValues {
  return {
    name: plan.name,
    symbol: plan.symbol,
    icon_url: `/icons/plans/${plan.icon}.svg`,
    description: plan.description,
    category_id: category,
    duration_days: plan.days,
    minimum_deposit: paise(plan.minimum * 100n),
    maximum_deposit: paise(plan.maximum * 100n),
    profit_ppm: ppm(plan.profit * 100n),
    wallet_address: null,
    lower_fluctuation: paise(plan.prices[0] * 100n),
    higher_fluctuation: paise(plan.prices[1] * 100n),
    bottom_flow_ppm: ppm(plan.flows[0] * 100n),
    upper_flow_ppm: ppm(plan.flows[1] * 100n),
    is_active: true,
    multiple_allowed: plan.multiple ?? false,
  }
}
