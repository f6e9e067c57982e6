import { mail } from '../mails/actions.ts'
import { transaction, type Tx } from '../platform/database/database.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { sweepWindows } from '../platform/http/limits.ts'
import { sweepKeys } from '../platform/http/once.ts'
import type { Services } from '../platform/services.ts'
import { sweepAttempts } from '../platform/identity/attempts.ts'
import { hashToken, newToken, sweepSessions } from '../platform/identity/sessions.ts'
import { lockForReset, replaceResets, sweepSignIns, takeResetRequest } from './queries.ts'

export const RESET_MAILS = 'reset-mails'
const RESET_LIFE_MS = 30 * 60_000
const RESETS_PER_HOUR = 3 // so that no mailbox can be flooded through this call
const HOUR_MS = 3_600_000

export const jobs: Job[] = [
  {
    name: RESET_MAILS,
    cron: '* * * * *',
    async run(services, at) {
      while (await transaction(services.db, (tx) => answerResetRequest(tx, services, at))) continue
    },
  },
  {
    name: 'housekeeping',
    cron: '17 * * * *',
    async run({ db }, at) {
      await transaction(db, async (tx) => {
        await sweepKeys(tx, at)
        await sweepSessions(tx, at)
        await sweepAttempts(tx, at)
        await sweepSignIns(tx, at)
      })
      await sweepWindows(db, at)
    },
  },
]

/** Mails the link that one request asked for, if its address belongs to an active user. False when none waits. */
async function answerResetRequest(tx: Tx, { config }: Services, at: Date): Promise<boolean> {
  const request = await takeResetRequest(tx)
  if (!request) return false
  const user = await lockForReset(tx, { email: request.email, since: new Date(at.getTime() - HOUR_MS) })
  if (!user || user.recent >= RESETS_PER_HOUR) return true
  const token = newToken()
  const expiresAt = new Date(at.getTime() + RESET_LIFE_MS)
  await replaceResets(tx, { user: user.id, tokenHash: hashToken(token), at, expiresAt })
  // The base of the link is configuration, never the caller's Host header.
  const link = `${config.publicUrl}/reset-password?token=${token}`
  await mail(tx, at, {
    to: { email: request.email, language: user.language },
    kind: 'password_reset_link',
    values: { name: user.name, link },
    uselessAfter: expiresAt,
  })
  return true
}
