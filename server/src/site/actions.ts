import { BRAND, TAGLINE } from '@bittkosh/contract/brand'
import type { Language } from '@bittkosh/contract/language'
import { formatRupees, groupIndian } from '@bittkosh/contract/money'
import { SAMPLE_FIGURES } from '@bittkosh/contract/sampleFigures'
import { type Settings, settingText } from '@bittkosh/contract/settings'
import type { Site } from '@bittkosh/contract/site'
import type { Db } from '../platform/database/database.ts'
import { countFigures, type Figures } from './queries.ts'

const COUNTED_EVERY_MS = 10 * 60_000

/** The operator's texts about the site: for GET /site, and for the landing page that the server renders. */
export async function describeSite(
  db: Db,
  { settings, at, language }: { settings: Settings; at: Date; language: Language },
): Promise<Site> {
  const live = settings.text('live_figures') === 'on'
  const operator = {
    name: settings.text('operator_name'),
    contact: settings.text('operator_contact'),
    registrations: settings.text('operator_registrations'),
  }
  return {
    brand: BRAND,
    tagline: TAGLINE,
    operator,
    grievance: { name: settings.text('grievance_name'), contact: settings.text('grievance_contact') },
    demo: operator.name === '',
    risk_disclosure: settingText(settings, 'risk_disclosure', language),
    figures: live ? serializeFigures(await recentFigures(db, at)) : { are_samples: true, ...SAMPLE_FIGURES[language] },
    app_install_url: settings.text('app_install_url'),
    support_url: settings.text('support_url'),
  }
}

// Counting reads whole tables, and anyone may call this: once every ten minutes is enough for a landing page.
const counted = new WeakMap<Db, { at: number; figures: Promise<Figures> }>()

function recentFigures(db: Db, at: Date): Promise<Figures> {
  const known = counted.get(db)
  if (known && Math.abs(at.getTime() - known.at) < COUNTED_EVERY_MS) return known.figures
  const figures = countFigures(db, at)
  counted.set(db, { at: at.getTime(), figures })
  figures.catch(() => counted.delete(db))
  return figures
}

function serializeFigures(figures: Figures) {
  return {
    are_samples: false,
    active_users: groupIndian(String(figures.activeUsers)),
    total_investments: formatRupees(figures.invested, { decimals: 0 }),
    daily_transactions: groupIndian(String(figures.dailyTransactions)),
    rating: null,
  }
}
