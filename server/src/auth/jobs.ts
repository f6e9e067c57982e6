import { mail } from '../mails/actions.ts'
import { transaction, type Tx } from '../platform/database/database.ts'
import { sweepChanges } from '../platform/database/tail.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { sweepWindows } from '../platform/http/limits.ts'
import { sweepKeys } from '../platform/http/once.ts'
import { keptSince } from '../platform/retention.ts'
import type { Services } from '../platform/services.ts'
import { sweepAttempts } from '../platform/identity/attempts.ts'
import { hashToken, newToken, sweepSessions } from '../platform/identity/sessions.ts'
import { claimsMailed, dropClaimRequest, giveClaimToken, nextClaimRequest, sweepContacts } from './contactQueries.ts'
import { lockForReset, replaceResets, sweepSignIns, takeResetRequest } from './queries.ts'

export const RESET_MAILS = 'reset-mails'
const RESET_LIFE_MS = 30 * 60_000
export const CLAIM_MAILS = 'claim-mails'
export const CLAIM_LIFE_MS = 30 * 60_000
/**
 * Keeps mailboxes from being flooded. Counted over the life of a link: whoever uses up the limit has left a working link
 * in the mailbox, so nobody can keep the owner out.
 */
const LINKS_PER_LIFE = 3

export const jobs: Job[] = [
  {
    name: RESET_MAILS,
    cron: '* * * * *',
    async run(services, at) {
      while (await transaction(services.db, (tx) => answerResetRequest(tx, services, at))) continue
    },
  },
  {
    name: CLAIM_MAILS,
    cron: '* * * * *',
    async run(services, at) {
      while (await transaction(services.db, (tx) => answerClaimRequest(tx, services, at))) continue
    },
  },
  {
    name: 'housekeeping',
    cron: '17 * * * *',
    byDate: true,
    async run({ db }, at) {
      await transaction(db, async (tx) => {
        await sweepKeys(tx, at)
        await sweepSessions(tx, at)
        await sweepAttempts(tx, at)
        await sweepSignIns(tx, at)
        await sweepContacts(tx, keptSince('contact codes and claims', at))
      })
      await sweepWindows(db, at)
    },
  },
  {
    name: 'changes',
    cron: '* * * * *',
    run: ({ db }) => sweepChanges(db),
  },
]

/** Mails the link for one request, if its address belongs to an active user. False if no request waits. */
async function answerResetRequest(tx: Tx, { config }: Services, at: Date): Promise<boolean> {
  const request = await takeResetRequest(tx)
  if (!request) return false
  const user = await lockForReset(tx, { email: request.email, since: new Date(at.getTime() - RESET_LIFE_MS) })
  if (!user || user.recent >= LINKS_PER_LIFE) return true
  const token = newToken()
  const expiresAt = new Date(at.getTime() + RESET_LIFE_MS)
  await replaceResets(tx, { user: user.id, tokenHash: hashToken(token), at, expiresAt })
  // The base of the link comes from the configuration, never from the caller's Host header.
  const link = `${config.publicUrl}/reset-password?token=${token}`
  await mail(tx, at, {
    to: { email: request.email, language: user.language },
    kind: 'password_reset_link',
    values: { name: user.name, link },
    uselessAfter: expiresAt,
  })
  return true
}

/** Mails a link to the address of a registration, if its account has not proven it. False if no request waits. */
async function answerClaimRequest(tx: Tx, { config }: Services, at: Date): Promise<boolean> {
  const request = await nextClaimRequest(tx)
  if (!request) return false
  const mailed = await claimsMailed(tx, { email: request.email, since: new Date(at.getTime() - CLAIM_LIFE_MS) })
  if (mailed === null || mailed >= LINKS_PER_LIFE) {
    await dropClaimRequest(tx, request.id)
    return true
  }
  const token = newToken()
  const expiresAt = new Date(at.getTime() + CLAIM_LIFE_MS)
  await giveClaimToken(tx, { id: request.id, tokenHash: hashToken(token), at, expiresAt })
  await mail(tx, at, {
    to: request,
    kind: 'email_claim',
    values: { link: `${config.publicUrl}/claim-email?token=${token}` },
    uselessAfter: expiresAt,
  })
  return true
}
