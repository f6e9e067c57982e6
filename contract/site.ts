/** What a visitor's page needs to know about the operator: name, footer, demo ribbon, risk line and figures. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { languages } from './language.ts'
import { sitePages } from './sitePages.ts'

export const site = z.object({
  brand: z.string(),
  tagline: z.string(),
  operator: z.object({ name: z.string(), contact: z.string(), registrations: z.string() }),
  /** The contact for complaints; empty until it is set. */
  grievance: z.object({ name: z.string(), contact: z.string() }),
  /** Whether no operator is set: then no money here is real, and a ribbon says so. */
  demo: z.boolean(),
  risk_disclosure: z.string(),
  figures: z.object({
    /** Samples get the line 'Illustrative figures and quotes'; live figures are counted from the database. */
    are_samples: z.boolean(),
    active_users: z.string(),
    total_investments: z.string(),
    daily_transactions: z.string(),
    /** Null for live figures, because the product has no ratings. */
    rating: z.nullable(z.string()),
  }),
  /** If empty, the browser's own install prompt is used. */
  app_install_url: z.string(),
  /** The address of the live chat page; if empty, people write to the team here. */
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

export const sitePage = z.object({
  /** Paragraphs separated by an empty line; one that begins with '# ' is a heading. There is no other markup. */
  text: z.string(),
  /** English if the operator has written no Hindi. */
  language: z.enum(languages),
  /** Whether it is the sample that ships with the program, which says so, because the operator has written none. */
  is_sample: z.boolean(),
})

export const getSitePage = endpoint({
  name: 'getSitePage',
  method: 'GET',
  path: '/site/{page}',
  who: 'anyone',
  summary: 'The terms or the privacy notice, in a language',
  params: z.strictObject({ page: z.enum(sitePages) }),
  query: z.strictObject({ language: z.optional(z.enum(languages)) }),
  reply: sitePage,
})
