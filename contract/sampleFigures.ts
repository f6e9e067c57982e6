/** The figures that ship with the product, called samples wherever they show. */
export const SAMPLE_FIGURES = {
  active_users: '50,000+',
  total_investments: '100Cr+',
  daily_transactions: '10,000+',
  rating: '4.8/5',
} as const
