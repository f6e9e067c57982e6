/** The addresses of every screen, by who may open it. */
export const visitorRoutes = [
  '/',
  '/login',
  '/register',
  '/reset-password?token=sample',
  '/claim-email?token=sample',
  '/contact',
]

export const userRoutes = [
  '/dashboard',
  '/add-balance',
  '/balance-packages',
  '/withdraw',
  '/bittpay',
  '/invest/BTC',
  '/flexible',
  '/portfolio',
  '/wallet',
  '/profile',
  '/support',
  '/notifications',
  '/verify-email',
]

export const adminRoutes = [
  '/admin',
  '/admin/users',
  '/admin/cryptocurrencies',
  '/admin/categories',
  '/admin/balance-packages',
  '/admin/deposits',
  '/admin/balance-transfers',
  '/admin/kyc',
  '/admin/withdrawals',
  '/admin/support',
  '/admin/notifications',
  '/admin/upcomings',
  '/admin/settings',
  '/admin/basic-settings',
  '/admin/team',
  '/admin/audit',
  '/admin/alerts',
  '/admin/security',
]
