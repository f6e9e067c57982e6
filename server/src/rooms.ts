/**
 * The server's table of contents. A room may import the rooms above it, and of those only actions.ts and rules.ts.
 * `requests` is the frame of kyc, deposits and withdrawals, which use all of its files.
 */
import { routes as auditRoutes } from './audit/handlers.ts'
import { invariants as auditInvariants } from './audit/invariants.ts'
import { jobs as auditJobs } from './audit/jobs.ts'
import { endProofsAhead } from './auth/ahead.ts'
import { routes as authRoutes } from './auth/handlers.ts'
import { invariants as authInvariants } from './auth/invariants.ts'
import { secondFactorRoutes } from './auth/secondFactor.ts'
import { verificationRoutes } from './auth/verification.ts'
import { teamRoutes } from './auth/team.ts'
import { jobs as authJobs } from './auth/jobs.ts'
import { noticeLosses } from './auth/losses.ts'
import { routes as bankStatementRoutes } from './bankStatements/handlers.ts'
import { lineRoutes } from './bankStatements/lineHandlers.ts'
import { invariants as bankStatementInvariants } from './bankStatements/invariants.ts'
import { jobs as bankStatementJobs } from './bankStatements/jobs.ts'
import { personal as bankStatementPersonal } from './bankStatements/personal.ts'
import { routes as calendarRoutes } from './calendar/handlers.ts'
import { watchDate } from './calendar/jobs.ts'
import { routes as depositRoutes } from './deposits/handlers.ts'
import { invariants as depositInvariants } from './deposits/invariants.ts'
import { routes as investmentRoutes } from './investments/handlers.ts'
import { invariants as investmentInvariants } from './investments/invariants.ts'
import { notifyOfMatured } from './investments/jobs.ts'
import { routes as kycRoutes } from './kyc/handlers.ts'
import { invariants as kycInvariants } from './kyc/invariants.ts'
import { eraseKeptKyc } from './kyc/jobs.ts'
import { routes as flexibleRoutes } from './flexible/handlers.ts'
import { invariants as flexibleInvariants } from './flexible/invariants.ts'
import { postInterest } from './flexible/jobs.ts'
import { invariants as ledgerInvariants, type Invariant } from './ledger/invariants.ts'
import { jobs as ledgerJobs } from './ledger/jobs.ts'
import { routes as methodRoutes } from './methods/handlers.ts'
import { seedSamples as seedMethods } from './methods/seed.ts'
import { routes as lifeRoutes } from './life/handlers.ts'
import { routes as noteRoutes } from './notes/handlers.ts'
import { routes as notificationRoutes } from './notifications/handlers.ts'
import { routes as packageRoutes } from './packages/handlers.ts'
import { seedSamples as seedPackages } from './packages/seed.ts'
import { routes as planRoutes } from './plans/handlers.ts'
import { seedSamples as seedPlans } from './plans/seed.ts'
import { personal as userPersonal } from './users/personal.ts'
import { personal as authPersonal } from './auth/personal.ts'
import { personal as mailPersonal } from './mails/personal.ts'
import { personal as kycPersonal } from './kyc/personal.ts'
import { personal as uploadPersonal } from './uploads/personal.ts'
import { personal as walletPersonal } from './wallet/personal.ts'
import { personal as depositPersonal } from './deposits/personal.ts'
import { personal as withdrawalPersonal } from './withdrawals/personal.ts'
import { personal as transferPersonal } from './transfers/personal.ts'
import { personal as investmentPersonal } from './investments/personal.ts'
import { personal as flexiblePersonal } from './flexible/personal.ts'
import { personal as referralPersonal } from './referrals/personal.ts'
import { personal as notificationPersonal } from './notifications/personal.ts'
import { personal as notePersonal } from './notes/personal.ts'
import { personal as supportPersonal } from './support/personal.ts'
import { personal as proposalPersonal } from './proposals/personal.ts'
import { personal as settingsPersonal } from './settings/personal.ts'
import { personal as auditPersonal } from './audit/personal.ts'
import { routes as payoutBatchRoutes } from './payoutBatches/handlers.ts'
import { resultRoutes } from './payoutBatches/results.ts'
import { invariants as payoutBatchInvariants } from './payoutBatches/invariants.ts'
import { personal as payoutBatchPersonal } from './payoutBatches/personal.ts'
import { endSignInsAhead } from './platform/identity/ahead.ts'
import type { PersonalTable } from './platform/personal.ts'
import { sweepMails } from './platform/outbox/sweeping.ts'
import type { Tx } from './platform/database/database.ts'
import type { Route } from './platform/http/http.ts'
import type { Job } from './platform/jobs/jobs.ts'
import { endMessagesAhead, giveUpMessages, sendMails, sendTexts } from './platform/outbox/outbox.ts'
import { review } from './proposals/actions.ts'
import { proposalRoutes } from './proposals/handlers.ts'
import { invariants as proposalInvariants } from './proposals/invariants.ts'
import { routes as profileRoutes } from './profile/handlers.ts'
import { routes as portfolioRoutes } from './portfolio/handlers.ts'
import { routes as reportRoutes } from './reports/handlers.ts'
import { invariants as reportInvariants } from './reports/invariants.ts'
import { keepDecisions } from './reports/jobs.ts'
import { routes as requestRoutes } from './requests/handlers.ts'
import { routes as reconciliationRoutes } from './reconciliation/handlers.ts'
import { invariants as reconciliationInvariants } from './reconciliation/invariants.ts'
import { personal as reconciliationPersonal } from './reconciliation/personal.ts'
import { routes as referralRoutes } from './referrals/handlers.ts'
import { invariants as referralInvariants } from './referrals/invariants.ts'
import { routes as settingsRoutes } from './settings/handlers.ts'
import { routes as alertRoutes } from './alerts/handlers.ts'
import { jobs as alertJobs } from './alerts/jobs.ts'
import { personal as alertPersonal } from './alerts/personal.ts'
import { routes as siteRoutes } from './site/handlers.ts'
import { routes as statisticsRoutes } from './statistics/handlers.ts'
import { invariants as statisticsInvariants } from './statistics/invariants.ts'
import { adminRoutes as adminTransferRoutes } from './transfers/adminHandlers.ts'
import { routes as transferRoutes } from './transfers/handlers.ts'
import { endTransfersAhead } from './transfers/queries.ts'
import { invariants as transferInvariants } from './transfers/invariants.ts'
import { cannedRoutes } from './support/canned.ts'
import { routes as supportRoutes } from './support/handlers.ts'
import { inboxRoutes } from './support/inbox.ts'
import { invariants as supportInvariants } from './support/invariants.ts'
import { seedSamples as seedAnswers } from './support/seed.ts'
import { sweepContact } from './support/jobs.ts'
import { endContactsAhead } from './support/visitorQueries.ts'
import { visitorRoutes } from './support/visitors.ts'
import { routes as upcomingRoutes } from './upcomings/handlers.ts'
import { seedSamples as seedUpcomings } from './upcomings/seed.ts'
import { routes as uploadsRoutes } from './uploads/handlers.ts'
import { purgeUnusedPictures } from './uploads/jobs.ts'
import { userRoutes } from './users/handlers.ts'
import { invariants as userInvariants } from './users/invariants.ts'
import { closeAsked } from './users/jobs.ts'
import { routes as walletRoutes } from './wallet/handlers.ts'
import { routes as withdrawalsRoutes } from './withdrawals/handlers.ts'
import { invariants as withdrawalsInvariants } from './withdrawals/invariants.ts'

export { review }

/**
 * Every table with data about people. Closing an account runs each table's erasure, in this order, and a person's
 * document contains the rows of each; `tests/personalData.test.ts` finds a missing table.
 */
export const personalTables: PersonalTable[] = [
  ...userPersonal,
  ...authPersonal,
  ...mailPersonal,
  ...kycPersonal,
  ...uploadPersonal,
  ...walletPersonal,
  ...depositPersonal,
  ...withdrawalPersonal,
  ...bankStatementPersonal,
  ...payoutBatchPersonal,
  ...reconciliationPersonal,
  ...transferPersonal,
  ...investmentPersonal,
  ...flexiblePersonal,
  ...referralPersonal,
  ...notificationPersonal,
  ...notePersonal,
  ...supportPersonal,
  ...proposalPersonal,
  ...settingsPersonal,
  ...alertPersonal,
  ...auditPersonal,
]

const calls: Route[] = [
  ...auditRoutes,
  ...lifeRoutes,
  ...noteRoutes,
  ...packageRoutes,
  ...settingsRoutes,
  ...notificationRoutes,
  ...referralRoutes,
  ...calendarRoutes,
  ...alertRoutes,
  ...uploadsRoutes,
  ...kycRoutes,
  ...supportRoutes,
  ...visitorRoutes,
  ...inboxRoutes,
  ...cannedRoutes,
  ...authRoutes,
  ...secondFactorRoutes,
  ...verificationRoutes,
  ...teamRoutes,
  ...profileRoutes,
  ...upcomingRoutes,
  ...methodRoutes,
  ...planRoutes,
  ...depositRoutes,
  ...investmentRoutes,
  ...withdrawalsRoutes,
  ...bankStatementRoutes,
  ...lineRoutes(review),
  ...payoutBatchRoutes,
  ...resultRoutes(review),
  ...flexibleRoutes,
  ...reconciliationRoutes,
  ...portfolioRoutes,
  ...transferRoutes,
  ...adminTransferRoutes,
  ...walletRoutes,
  ...userRoutes(personalTables),
  ...requestRoutes,
  ...statisticsRoutes,
  ...reportRoutes,
  ...siteRoutes,
]

/** Every call of the product, in import order of the rooms: audit, packages, settings, notifications, … */
export const routes: Route[] = [...calls, ...proposalRoutes(calls)]

/** Timed work, run on its schedule, at start, and when the clock is moved; the outbox last, as the others fill it. */
export const jobs: Job[] = [
  // before the jobs that wait for it
  watchDate([endSignInsAhead, endProofsAhead, endMessagesAhead, endContactsAhead, endTransfersAhead]),
  noticeLosses,
  ...authJobs,
  eraseKeptKyc,
  sweepContact,
  purgeUnusedPictures,
  notifyOfMatured,
  postInterest,
  closeAsked(personalTables),
  ...bankStatementJobs,
  ...ledgerJobs,
  ...auditJobs,
  ...alertJobs,
  keepDecisions,
  giveUpMessages,
  sendMails,
  sendTexts,
  sweepMails,
]

/** What `npm run verify` checks. */
export const invariants: Invariant[] = [
  ...ledgerInvariants,
  ...auditInvariants,
  ...kycInvariants,
  ...supportInvariants,
  ...referralInvariants,
  ...authInvariants,
  ...depositInvariants,
  ...withdrawalsInvariants,
  ...bankStatementInvariants,
  ...payoutBatchInvariants,
  ...flexibleInvariants,
  ...reconciliationInvariants,
  ...investmentInvariants,
  ...transferInvariants,
  ...userInvariants,
  ...statisticsInvariants,
  ...reportInvariants,
  ...proposalInvariants,
]

/** The sample catalogue of the very first start; admins can edit or delete each entry. */
export const samples: ((tx: Tx, at: Date) => Promise<void>)[] = [
  seedUpcomings,
  seedMethods,
  seedPackages,
  seedPlans,
  seedAnswers,
]
