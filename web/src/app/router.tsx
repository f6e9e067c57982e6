/** Every address of the product, who may open it and what it shows. */
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { session } from '../api/session.ts'
import { Shell } from '../shell/Shell.tsx'
import { BrokenPage } from './BrokenPage.tsx'
import { LoadingPage } from './LoadingPage.tsx'
import { page, redirectHome } from './page.ts'
import {
  addBalanceSearch,
  alertSearch,
  auditSearch,
  contactSearch,
  figuresSearch,
  flowSearch,
  inboxSearch,
  landingSearch,
  listSearch,
  packagesSearch,
  personSearch,
  queueSearch,
  referralSearch,
  reportsSearch,
  sendSearch,
  reconciliationSearch,
  statementsSearch,
  supportSearch,
  tokenSearch,
  walletSearch,
  withdrawSearch,
} from './search.ts'

const root = createRootRoute({ component: Shell })
const under = { getParentRoute: () => root }

const operatorText = page('anyone', 'site', () => import('../site/OperatorTextPage.tsx'))

const routes = [
  // visitors and anyone
  createRoute({
    ...under,
    path: '/',
    validateSearch: landingSearch,
    ...page('visitors', 'landing', () => import('../landing/LandingPage.tsx')),
  }),
  createRoute({ ...under, path: '/login', ...page('anyone', 'auth', () => import('../auth/LoginPage.tsx')) }),
  createRoute({
    ...under,
    path: '/register',
    validateSearch: referralSearch,
    ...page('anyone', 'auth', () => import('../auth/RegisterPage.tsx')),
  }),
  createRoute({
    ...under,
    path: '/reset-password',
    validateSearch: tokenSearch,
    ...page('anyone', 'auth', () => import('../auth/ResetPasswordPage.tsx')),
  }),
  createRoute({
    ...under,
    path: '/claim-email',
    validateSearch: tokenSearch,
    ...page('anyone', 'verification', () => import('../verification/ClaimEmailPage.tsx')),
  }),
  createRoute({
    ...under,
    path: '/contact',
    validateSearch: contactSearch,
    ...page('anyone', 'support', () => import('../support/ContactPage.tsx')),
  }),

  createRoute({ ...under, path: '/terms', ...operatorText }),
  createRoute({ ...under, path: '/privacy', ...operatorText }),

  // users
  createRoute({
    ...under,
    path: '/dashboard',
    ...page('users', ['home', 'wallet'], () => import('../home/DashboardPage.tsx')),
  }),
  createRoute({
    ...under,
    path: '/add-balance',
    validateSearch: addBalanceSearch,
    ...page('users', 'deposits', () => import('../deposits/AddBalancePage.tsx')),
  }),
  createRoute({
    ...under,
    path: '/balance-packages',
    validateSearch: packagesSearch,
    ...page('users', 'packages', () => import('../packages/PackagesPage.tsx')),
  }),
  createRoute({
    ...under,
    path: '/withdraw',
    validateSearch: withdrawSearch,
    ...page('users', 'withdrawals', () => import('../withdrawals/WithdrawPage.tsx')),
  }),
  createRoute({
    ...under,
    path: '/bittpay',
    validateSearch: flowSearch,
    ...page('users', 'transfers', () => import('../transfers/BittPayPage.tsx')),
  }),
  createRoute({
    ...under,
    path: '/invest/$symbol',
    validateSearch: flowSearch,
    ...page('users', 'investments', () => import('../investments/InvestPage.tsx')),
  }),
  createRoute({
    ...under,
    path: '/flexible',
    validateSearch: flowSearch,
    ...page('users', 'flexible', () => import('../flexible/FlexiblePage.tsx')),
  }),
  createRoute({
    ...under,
    path: '/portfolio',
    validateSearch: flowSearch,
    ...page('users', ['portfolio', 'investments'], () => import('../portfolio/PortfolioPage.tsx')),
  }),
  createRoute({
    ...under,
    path: '/wallet',
    validateSearch: walletSearch,
    ...page('users', 'wallet', () => import('../wallet/WalletPage.tsx')),
  }),
  createRoute({
    ...under,
    path: '/profile',
    ...page('users', ['profile', 'kyc'], () => import('./ProfileRoute.tsx')),
  }),
  createRoute({
    ...under,
    path: '/verify-email',
    ...page('users', 'verification', () => import('../verification/VerifyEmailPage.tsx')),
  }),
  createRoute({
    ...under,
    path: '/change-password',
    ...page('signed-in', 'profile', () => import('../profile/ChangePasswordPage.tsx')),
  }),
  createRoute({
    ...under,
    path: '/support',
    validateSearch: supportSearch,
    ...page('users', 'support', () => import('../support/SupportPage.tsx')),
  }),
  createRoute({
    ...under,
    path: '/notifications',
    ...page('users', 'notifications', () => import('../notifications/NotificationsPage.tsx')),
  }),

  // admins
  createRoute({
    ...under,
    path: '/admin/support',
    validateSearch: inboxSearch,
    ...page('admins', ['requests', 'support'], () => import('../support/AdminSupportPage.tsx')),
  }),
  createRoute({
    ...under,
    path: '/admin',
    validateSearch: figuresSearch,
    ...page('admins', ['requests', 'statistics'], () => import('../statistics/AdminDashboardPage.tsx')),
  }),
  createRoute({
    ...under,
    path: '/admin/users',
    validateSearch: listSearch,
    ...page('admins', ['requests', 'users'], () => import('../users/AdminUsersPage.tsx')),
  }),
  createRoute({
    ...under,
    path: '/admin/users/$id',
    validateSearch: personSearch,
    ...page('admins', ['requests', 'users'], () => import('../users/AdminUserPage.tsx')),
  }),
  createRoute({
    ...under,
    path: '/admin/cryptocurrencies',
    validateSearch: listSearch,
    ...page('admins', ['requests', 'plans'], () => import('../plans/AdminPlansPage.tsx')),
  }),
  createRoute({
    ...under,
    path: '/admin/categories',
    validateSearch: listSearch,
    ...page('admins', 'plans', () => import('../plans/AdminCategoriesPage.tsx')),
  }),
  createRoute({
    ...under,
    path: '/admin/balance-packages',
    validateSearch: listSearch,
    ...page('admins', ['requests', 'packages'], () => import('../packages/AdminPackagesPage.tsx')),
  }),
  createRoute({
    ...under,
    path: '/admin/deposits',
    validateSearch: queueSearch,
    ...page('admins', ['requests', 'deposits'], () => import('../deposits/AdminDepositsPage.tsx')),
  }),
  createRoute({
    ...under,
    path: '/admin/bank-statements',
    validateSearch: statementsSearch,
    ...page('admins', ['requests', 'bankStatements'], () => import('../bankStatements/AdminStatementsPage.tsx')),
  }),
  createRoute({
    ...under,
    path: '/admin/payout-batches',
    ...page('admins', ['requests', 'payoutBatches'], () => import('../payoutBatches/AdminPayoutBatchesPage.tsx')),
  }),
  createRoute({
    ...under,
    path: '/admin/payout-batches/new',
    ...page('admins', ['requests', 'payoutBatches'], () => import('../payoutBatches/NewPayoutBatchPage.tsx')),
  }),
  createRoute({
    ...under,
    path: '/admin/payout-batches/$id',
    ...page('admins', ['requests', 'payoutBatches'], () => import('../payoutBatches/PayoutBatchPage.tsx')),
  }),
  createRoute({
    ...under,
    path: '/admin/reconciliation',
    validateSearch: reconciliationSearch,
    ...page('admins', ['requests', 'reconciliation'], () => import('../reconciliation/AdminReconciliationPage.tsx')),
  }),
  createRoute({
    ...under,
    path: '/admin/balance-transfers',
    validateSearch: queueSearch,
    ...page('admins', ['requests', 'transfers'], () => import('../transfers/AdminTransfersPage.tsx')),
  }),
  createRoute({
    ...under,
    path: '/admin/reports',
    validateSearch: reportsSearch,
    ...page('admins', 'reports', () => import('../reports/AdminReportsPage.tsx')),
  }),
  createRoute({
    ...under,
    path: '/admin/kyc',
    validateSearch: queueSearch,
    ...page('admins', ['requests', 'kyc'], () => import('../kyc/AdminKycPage.tsx')),
  }),
  createRoute({
    ...under,
    path: '/admin/withdrawals',
    validateSearch: queueSearch,
    ...page('admins', ['requests', 'withdrawals'], () => import('../withdrawals/AdminWithdrawalsPage.tsx')),
  }),
  createRoute({
    ...under,
    path: '/admin/notifications',
    validateSearch: sendSearch,
    ...page('admins', 'notifications', () => import('../notifications/AdminNotificationsPage.tsx')),
  }),
  createRoute({
    ...under,
    path: '/admin/upcomings',
    validateSearch: listSearch,
    ...page('admins', 'upcomings', () => import('../upcomings/AdminUpcomingsPage.tsx')),
  }),
  createRoute({
    ...under,
    path: '/admin/settings',
    validateSearch: listSearch,
    ...page('admins', ['requests', 'methods'], () => import('../methods/AdminMethodsPage.tsx')),
  }),
  createRoute({
    ...under,
    path: '/admin/basic-settings',
    ...page('admins', ['requests', 'settings'], () => import('../settings/AdminBasicSettingsPage.tsx')),
  }),
  createRoute({
    ...under,
    path: '/admin/proposals',
    validateSearch: listSearch,
    ...page(
      'admins',
      ['requests', 'proposals', 'settings', 'deposits', 'withdrawals'],
      () => import('../proposals/AdminProposalsPage.tsx'),
    ),
  }),
  createRoute({
    ...under,
    path: '/admin/alerts',
    validateSearch: alertSearch,
    ...page('admins', 'alerts', () => import('../alerts/AdminAlertsPage.tsx')),
  }),
  createRoute({
    ...under,
    path: '/admin/audit',
    validateSearch: auditSearch,
    ...page('admins', 'audit', () => import('../audit/AdminAuditPage.tsx')),
  }),

  createRoute({
    ...under,
    path: '/admin/team',
    validateSearch: listSearch,
    ...page('admins', ['requests', 'users'], () => import('../users/AdminTeamPage.tsx')),
  }),
  createRoute({
    ...under,
    path: '/admin/security',
    ...page('admins', 'secondFactor', () => import('../secondFactor/AdminSecurityPage.tsx')),
  }),

  createRoute({
    ...under,
    path: '/admin/sessions',
    ...page('admins', 'profile', () => import('../profile/AdminSessionsPage.tsx')),
  }),

  // for developers
  createRoute({
    ...under,
    path: '/dev/kit',
    ...page('anyone', ['dev', 'kit/money'], () => import('../dev/KitPage.tsx')),
  }),
  createRoute({ ...under, path: '$', beforeLoad: redirectHome }),
] as const

export const router = createRouter({
  routeTree: root.addChildren(routes),
  defaultPreload: 'intent',
  defaultPendingComponent: LoadingPage,
  defaultPendingMs: 300,
  defaultErrorComponent: BrokenPage,
  scrollRestoration: true,
})

// Signing in or out, in this tab or another, runs every guard again.
session.onChange(() => void router.invalidate())

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
