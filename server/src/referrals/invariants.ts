/** Rewards and shares follow from their sources and are paid once (docs/security.md#ledger-invariants: 7). */
import { type Invariant, invariant } from '../ledger/invariants.ts'
import { sql } from '../platform/database/sql.ts'

export const invariants: Invariant[] = [
  invariant(
    'a referral share is its profit times its rate, with the fraction carried on',
    sql`
      select 'referral share ' || id || ' (' || concat_ws(' ', subject, subject_id, day) || ') posted ' || posted || ' paise and carried ' || carried
             || ' millionths of ' || due || ' millionths due' as finding
        from (select *, profit * rate_ppm + lag(carried, 1, 0::bigint) over (partition by referred_id order by id) as due
                from referral_shares) as followed
       where posted * 1000000 + carried <> due
       limit 100`,
  ),
  invariant(
    'a share of a plan counts the profit that its owner claimed',
    sql`
      select 'referral share ' || s.id || ' of user ' || s.referred_id || ' counts a profit of ' || s.profit || ' paise, investment '
             || s.subject_id || ' of user ' || coalesce(i.user_id::text, 'nobody') || ' paid '
             || case when i.claimed_at is null then 'nothing' else i.profit::text end as finding
        from referral_shares s
        left join investments i on i.id = s.subject_id
       where s.subject = 'investment'
         and (i.claimed_at is null or i.user_id <> s.referred_id or i.profit <> s.profit)
       limit 100`,
  ),
  invariant(
    "a referred user's carried fraction and total follow from their shares",
    sql`
      select 'referred user ' || r.referred_id || ' carries ' || r.carried || ' and totals ' || r.shares_total
             || ' paise, but the shares say ' || coalesce(last.carried, 0) || ' and ' || coalesce(s.total, 0) as finding
        from referrals r
        left join (select referred_id, sum(posted) as total, max(id) as last_id from referral_shares group by referred_id) as s
          on s.referred_id = r.referred_id
        left join referral_shares last on last.id = s.last_id
       where r.carried <> coalesce(last.carried, 0) or r.shares_total <> coalesce(s.total, 0)
       limit 100`,
  ),
  invariant(
    'referral income went to the one who referred, who is the older account',
    sql`
      select 'referral income of user ' || i.referrer_id || ' for user ' || i.referred_id
             || ', who was referred by ' || coalesce(u.referred_by::text, 'nobody') as finding
        from (select referrer_id, referred_id from referral_rewards
               union select referrer_id, referred_id from referral_shares) as i
        left join users u on u.id = i.referred_id
       where u.referred_by is distinct from i.referrer_id or i.referrer_id >= i.referred_id
       limit 100`,
  ),
  invariant(
    'a reward was earned by a person who showed an ID number that earned no other',
    sql`
      select 'the reward for user ' || w.referred_id || ' has no ID number of its own' as finding
        from referral_rewards w
       where not exists (select from rewarded_numbers n where n.referred_id = w.referred_id)
       limit 100`,
  ),
  invariant(
    "a referrer's wallet received exactly their rewards and shares",
    sql`
      with due as (
        select referrer_id, sum(amount) as amount
          from (select referrer_id, amount from referral_rewards
                 union all select referrer_id, posted from referral_shares) as income
         group by referrer_id),
      paid as (
        select a.user_id as referrer_id, sum(e.amount) as amount
          from ledger_transfers t
          join ledger_entries e on e.transfer_id = t.id
          join ledger_accounts a on a.id = e.account_id and a.user_id is not null
         where t.kind = 'referral_income'
         group by a.user_id)
      select 'user ' || referrer_id || ' is due ' || coalesce(due.amount, 0) || ' paise of referral income and received '
             || coalesce(paid.amount, 0) as finding
        from due full join paid using (referrer_id)
       where coalesce(due.amount, 0) <> coalesce(paid.amount, 0)
       limit 100`,
  ),
]
