/** Writes planned lives in one transaction: the records in their last state, the money as it moved, step by step. */
import { referenceKey } from '@bittkosh/contract/references'
import type { Settings } from '@bittkosh/contract/settings'
import { dayOf, startOfDay } from '@bittkosh/contract/time'
import { recordEach } from '../../server/src/audit/actions.ts'
import { insertUser } from '../../server/src/auth/accounts.ts'
import type { Config } from '../../server/src/config.ts'
import { insertDays, openAccounts as openEarn, saveAccount } from '../../server/src/flexible/queries.ts'
import { numberHasher, sealNumber } from '../../server/src/kyc/numbers.ts'
import { keepNumbers, welcomeNumbers } from '../../server/src/kyc/queries.ts'
import { openAccounts, post, type RefusedBy } from '../../server/src/ledger/post.ts'
import { notifyEach } from '../../server/src/notifications/actions.ts'
import type { Tx } from '../../server/src/platform/database/database.ts'
import { keyRing } from '../../server/src/platform/files/keys.ts'
import { sql } from '../../server/src/platform/database/sql.ts'
import { oweProfitShares, oweReward } from '../../server/src/referrals/actions.ts'
import type { Lives, Person, Step } from './lives/lives.ts'
import { storePictures } from './pictures.ts'
import { insertRows } from './rows.ts'

/** Registers people in their order, and assigns their ids. */
export async function register(
  tx: Tx,
  people: readonly Person[],
  { passwordHash, settings }: { passwordHash: string; settings: Settings },
): Promise<void> {
  const welcome = settings.rupees('welcome_bonus') > 0n
  for (const person of people) {
    const { name, email, phone, registeredAt: at } = person
    const referredBy = person.referrer?.id ?? null
    const user = {
      name,
      email,
      phone,
      passwordHash,
      role: 'user' as const,
      referredBy,
      proven: 'email' as const,
      welcome,
      at,
    }
    const id = await insertUser(tx, user, person.referralCode)
    if (id === undefined) throw new Error(`referral code ${person.referralCode} is taken`)
    person.id = id
  }
  await openAccounts(tx, ...people.map(({ id }) => id))
  const inactive = people.filter((person) => !person.isActive).map((person) => person.id)
  await sql`update users set is_active = false where id = any (${inactive}::integer[])`.execute(tx)
}

type Place = { config: Config; card: Buffer; settings: Settings; now: Date }

export async function writeLives(
  tx: Tx<RefusedBy>,
  lives: Lives,
  { config, card, settings, now }: Place,
): Promise<void> {
  const ring = keyRing(config)
  const pictures = storePictures(lives.kyc, { config, card }) // in parallel with the database
  const hash = await numberHasher(tx, ring)
  const kyc = []
  for (const { number, ...row } of lives.kyc) {
    const { type, user_id: user } = row
    const number_hash = hash({ type, number })
    kyc.push({ ...row, number_hash, sealed_number: sealNumber(ring, { type, number, user }) })
  }
  await insertRows(tx, 'files', await pictures)
  await insertRows(tx, 'kyc_records', kyc)
  await keepNumbers(
    tx,
    kyc.map((row) => ({ user: row.user_id, hash: row.number_hash })),
  )
  const deposits = lives.deposits.map(({ number: _number, ...row }) => ({
    ...row,
    reference_key: referenceKey(row.transaction_id),
  }))
  await insertRows(tx, 'deposits', deposits)
  const withdrawals = lives.withdrawals.map(({ claimed_by_name: _name, number: _number, ...row }) => row)
  await insertRows(tx, 'withdrawals', withdrawals)
  await insertRows(tx, 'investments', lives.investments)
  await insertRows(tx, 'flexible_movements', lives.earnMoves)
  for (const step of lives.steps) await writeStep(tx, step, settings)
  const approved = lives.kyc.filter(({ status }) => status === 'approved')
  await welcomeNumbers(
    tx,
    approved.map(({ id }) => id),
  )
  await openEarn(tx, 'funded')
  for (const { id: user, earn, days } of lives.people) {
    if (!earn) continue
    await insertDays(tx, user, days)
    await saveAccount(tx, user, earn)
  }
  await readNotices(tx, lives.people, now)
  recordEach(
    tx,
    lives.steps.flatMap(({ at, acts }) => acts.map((act) => ({ ...act, at }))),
  )
  // last, because it makes the concurrent batch wait for the sums of a day
  await insertRows(tx, 'balance_transfers', lives.transfers)
}

async function writeStep(tx: Tx<RefusedBy>, step: Step, settings: Settings): Promise<void> {
  const { at, notices, rewards, profits } = step
  await notifyEach(tx, at, notices)
  const income = []
  for (const { kycApproved, ...asked } of rewards)
    income.push(...(await oweReward(tx, at, { settings, ...asked, kycApproved: async () => kycApproved })))
  const [first] = profits
  if (first) income.push(...(await oweProfitShares(tx, at, { settings, profits, paidAs: first.source })))
  await post(tx, at, [...step.movements, ...income])
}

/** Most people read their notifications, except for the latest ones. */
async function readNotices(tx: Tx, people: readonly Person[], now: Date): Promise<void> {
  await sql`
    update notifications
       set read_at = created_at + interval '1 hour'
     where user_id = any (${people.map((person) => person.id)}::integer[])
       and id % 4 <> 0 and created_at < ${startOfDay(dayOf(now))}`.execute(tx)
}
