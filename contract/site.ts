/** What a visitor's page needs to know of the operator: name and footer, the demo ribbon, the risk line, the figures. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const site = z.object({
  brand: z.string(),
  tagline: z.string(),
  operator: z.object({ name: z.string(), contact: z.string(), registrations: z.string() }),
  /** No operator is named: nothing here is real money, and a ribbon says so. */
  demo: z.boolean(),
  risk_disclosure: z.string(),
  figures: z.object({
    /** Samples carry the line 'Illustrative figures and quotes'; live ones are counted from the database. */
    are_samples: z.boolean(),
    active_users: z.string(),
    total_investments: z.string(),
    daily_transactions: z.string(),
    /** Null among live figures, because the product has no ratings. */
    rating: z.nullable(z.string()),
  }),
  /** Empty: the browser's own install prompt is used. */
  app_install_url: z.string(),
  /** Address of the live chat page; empty: people write to the team here. */
  support_url: z.string(),
})
export type Site = z.output<typeof site>

export const getSite = endpoint({
  name: 'getSite',
  method: 'GET',
  path: '/site',
  who: 'anyone',
  summary: 'Brand, operator, risk line and figures, for anyone',
  reply: site,
})
