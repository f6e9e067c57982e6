/** The peer of money benches: pgbench with one SQL function that writes what any ledger must, and no rules around it. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '../server/src/platform/database/database.ts'
import { sql } from '../server/src/platform/database/sql.ts'

/** Two balances, one transfer, three entries. */
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

/** How many transfers it made. */
export function pgbench({
  url,
  folder,
  users,
  connections,
  seconds,
}: {
  url: string
  folder: string
  users: number
  connections: number
  seconds: number
}): number {
  const script = join(folder, 'transfer.sql')
  writeFileSync(
    script,
    `\\set a random(1, ${users})\n\\set b random(1, ${users})\nselect bench_transfer(:a, :b, 1000, 30);\n`,
  )
  const size = ['-n', '-M', 'prepared', '-c', String(connections), '-j', '1', '-T', String(seconds)]
  const output = execFileSync(pgbenchPath(), [...size, '-f', script, url], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return Number(/transactions actually processed: (\d+)/.exec(output)?.[1] ?? 0)
}

function pgbenchPath(): string {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort().toReversed() : []
  const found = versions.map((version) => join(root, version, 'bin/pgbench')).find((path) => existsSync(path))
  if (!found) throw new Error("pgbench is missing: install Debian's postgresql-contrib (or postgresql)")
  return found
}
