/** The baselines of money benches, driven by pgbench: SQL functions that are one call each, with no rules around them. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '../server/src/platform/database/database.ts'
import { sql } from '../server/src/platform/database/sql.ts'

/** The minimum that any ledger must write: two balances, one transfer, three entries. */
export async function makePeer(db: Db, users: number): Promise<void> {
  const statements = `
    create table bench_accounts (id integer primary key, balance bigint not null check (balance >= 0)) with (fillfactor = 45);
    insert into bench_accounts select n, 1000000000000 from generate_series(0, ${users}) as n;
    create table bench_transfers (id bigint generated always as identity primary key, at timestamptz not null);
    create table bench_entries (id bigint generated always as identity primary key, transfer_id bigint not null,
      account_id integer not null, amount bigint not null, balance_after bigint);
    create index on bench_entries (account_id, id desc);
    create index on bench_entries (transfer_id);
    create function bench_transfer(a integer, b integer, amount bigint, fee bigint) returns bigint language plpgsql as $$
    declare t bigint; after_a bigint; after_b bigint;
    begin
      if a = b then b := a % ${users} + 1; end if;
      perform id from bench_accounts where id in (a, b) order by id for update;
      update bench_accounts set balance = balance - amount - fee where id = a returning balance into after_a;
      update bench_accounts set balance = balance + amount where id = b returning balance into after_b;
      insert into bench_transfers (at) values (now()) returning id into t;
      insert into bench_entries (transfer_id, account_id, amount, balance_after)
      values (t, a, -amount - fee, after_a), (t, b, amount, after_b), (t, 0, fee, null);
      return t;
    end $$;`
  await sql.raw(statements).execute(db)
}

/** The same rows in the same tables as BittPay's confirmation: key, end of the transfer, notification, posting. */
export async function makeSameRows(db: Db): Promise<void> {
  const statements = `
    create sequence bench_next;
    create table bench_open (n bigint primary key, transfer integer not null);
    create function bench_confirm() returns void language plpgsql as $$
    declare t balance_transfers; next bigint := nextval('bench_next');
    begin
      select b.* into t from bench_open o join balance_transfers b on b.id = o.transfer where o.n = next;
      perform from ledger_accounts where holder in (t.sender_id, t.receiver_id) and kind = 'wallet'
        order by holder for no key update;
      insert into idempotency_keys (user_id, key, endpoint, body_hash, status, reply, created_at)
      values (t.sender_id, 'bench-' || t.id, 'POST /balance-transfer/verify', sha256('bench'), 200, repeat('r', 160), now());
      update balance_transfers set status = 'completed', otp_hash = null, ended_at = now() where id = t.id;
      insert into notifications (user_id, kind, values, about, type, created_at)
      values (t.receiver_id, 'transfer_received', jsonb_build_object('sender', 'Bench', 'amount', 10, 'note', null), t.id,
              'success', now());
      perform ledger_post(now(), array['transfer'], array[t.id], array['completed'], array[null]::date[], array['transfer'],
        array[1, 1, 1], array[0, least(t.sender_id, t.receiver_id), greatest(t.sender_id, t.receiver_id)],
        array['fee_transfer', 'wallet', 'wallet'],
        case when t.sender_id < t.receiver_id then array[t.fee, -t.amount - t.fee, t.amount]
             else array[t.fee, t.amount, -t.amount - t.fee] end);
    end $$;`
  await sql.raw(statements).execute(db)
}

export const randomTransfer = (users: number): string =>
  `\\set a random(1, ${users})\n\\set b random(1, ${users})\nselect bench_transfer(:a, :b, 1000, 30);\n`

/** Runs a script for some seconds, or this many times in all; returns how often it ran. */
export function pgbench({
  url,
  folder,
  script,
  connections,
  ...size
}: {
  url: string
  folder: string
  script: string
  connections: number
} & ({ seconds: number } | { times: number })): number {
  const file = join(folder, 'pgbench.sql')
  writeFileSync(file, script)
  const how = 'seconds' in size ? ['-T', size.seconds] : ['-t', Math.floor(size.times / connections)]
  const options = ['-n', '-M', 'prepared', '-c', connections, '-j', 1, ...how, '-f', file, url].map(String)
  const output = execFileSync(pgbenchPath(), options, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  return Number(/transactions actually processed: (\d+)/.exec(output)?.[1] ?? 0)
}

function pgbenchPath(): string {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort().toReversed() : []
  const found = versions.map((version) => join(root, version, 'bin/pgbench')).find((path) => existsSync(path))
  if (!found) throw new Error("pgbench is missing: install Debian's postgresql-contrib (or postgresql)")
  return found
}
