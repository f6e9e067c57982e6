/** The figures that ship with the product, called samples wherever they show. */
import type { Language } from './language.ts'

const figures = { active_users: '50,000+', daily_transactions: '10,000+', rating: '4.8/5' }

export const SAMPLE_FIGURES: Record<Language, typeof figures & { total_investments: string }> = {
  en: { ...figures, total_investments: '100Cr+' },
  hi: { ...figures, total_investments: '100 करोड़+' },
}
