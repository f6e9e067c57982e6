import type { Tx } from '../../../server/src/platform/database.ts'
import type { Lives } from '../lives/lives.ts'
import type { Place } from '../place.ts'
import { insertRows } from './insert.ts'

/** Rewards, and the referrers' shares of profits, each row with the fraction it handed on. */
export async function writeReferrals(
  tx: Tx,
  { rewards, shares, people }: Lives,
  { catalogue: { settings } }: Place,
): Promise<void> {
  await insertRows(
    tx,
    'referral_rewards',
    rewards.map(({ referred, referrer, amount, at }) => ({
      referred_id: referred.id,
      referrer_id: referrer.id,
      amount,
      created_at: at,
    })),
  )
  await insertRows(
    tx,
    'referral_shares',
    shares.map(({ referred, referrer, source, paidAs, profit, posted, carried, at }) => {
      const { subject, subjectId, day = null } = source()
      const paid = paidAs()
      return {
        referred_id: referred.id,
        referrer_id: referrer.id,
        subject,
        subject_id: subjectId,
        day,
        paid_subject_id: paid.subjectId,
        paid_day: paid.day ?? null,
        profit,
        rate_ppm: settings.percent('referral_profit_share'),
        posted,
        carried,
        created_at: at,
      }
    }),
  )
  await insertRows(
    tx,
    'referrals',
    people.flatMap(({ id, shared }) =>
      shared === null
        ? []
        : [{ referred_id: id, carried: shared.carried, shares_total: shared.total, untold: shared.untold }],
    ),
  )
}
