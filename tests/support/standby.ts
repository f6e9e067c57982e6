/** A database with a standby that follows it: two real PostgreSQL servers, each with a folder of its own. */
import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { joinEmbeddedPostgres } from '../../server/src/platform/database/embedded-postgres.ts'

type Pair = {
  primaryUrl: string
  standbyUrl: string
  /** What the standby gets, it shows only after `resume`. */
  pause(): Promise<void>
  resume(): Promise<void>
  stopStandby(): Promise<void>
  stop(): Promise<void>
}

export async function startPair(): Promise<Pair> {
  const folder = mkdtempSync(join(tmpdir(), 'bittkosh-pair-'))
  const [dataDir, copyDir] = [join(folder, 'primary'), join(folder, 'standby')]
  run('mkdir', '-m', '755', dataDir, copyDir)
  const primary = await joinEmbeddedPostgres({ dataDir, say: () => {} })
  appendFileSync(join(dataDir, 'postgres/data/pg_hba.conf'), 'local replication all trust\n')
  const copied = join(copyDir, 'postgres')
  const label = await copyOf(primary.url, () => run('cp', '-a', join(dataDir, 'postgres'), copied))
  for (const name of ['lock', '.s.PGSQL.5432', '.s.PGSQL.5432.lock', 'data/postmaster.pid'])
    rmSync(join(copied, name), { force: true })
  const { searchParams, username } = new URL(primary.url)
  const source = `host=${searchParams.get('host')} port=${searchParams.get('port')} user=${username}`
  appendFileSync(join(copied, 'data/postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
  for (const [name, text] of [
    ['backup_label', label],
    ['standby.signal', ''],
  ] as const) {
    writeFileSync(join(copied, 'data', name), text)
    run('chown', `--reference=${join(copied, 'data')}`, join(copied, 'data', name))
  }
  const standby = await joinEmbeddedPostgres({ dataDir: copyDir, say: () => {} })
  let leaving: Promise<void> | undefined
  const stopStandby = () => (leaving ??= standby.leave())
  return {
    primaryUrl: primary.url,
    standbyUrl: standby.url,
    pause: () => once(standby.url, 'select pg_wal_replay_pause()'),
    resume: () => once(standby.url, 'select pg_wal_replay_resume()'),
    stopStandby,
    stop: async () => {
      await stopStandby()
      await primary.leave()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Runs `copy` while the server holds still enough for it; returns the label that the copied folder needs. */
async function copyOf(url: string, copy: () => void): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_reload_conf()')
    await client.query("select pg_backup_start('standby', true)")
    copy()
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    return rows[0]?.labelfile ?? ''
  } finally {
    await client.end()
  }
}

async function once(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

function run(command: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command}: ${stderr}`)
}
