/** A database with standbys that follow it: real PostgreSQL servers, each with a folder of its own. */
import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { joinEmbeddedPostgres } from '../../server/src/platform/database/embedded-postgres.ts'

type Servers = {
  primaryUrl: string
  standbys: readonly Standby[]
  stop(): Promise<void>
}
export type Standby = {
  url: string
  /** It receives changes, but replays them only after `resume`. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Makes it a primary. */
  promote(): Promise<void>
  follow(url: string): Promise<void>
  stop(): Promise<void>
}

export async function startStandbys(count: number): Promise<Servers> {
  const folder = mkdtempSync(join(tmpdir(), 'bittkosh-standbys-'))
  const [dataDir, ...copyDirs] = ['primary', ...Array(count).keys()].map((name) => join(folder, String(name)))
  run('mkdir', '-m', '755', dataDir!, ...copyDirs)
  const primary = await joinEmbeddedPostgres({ dataDir: dataDir!, say: () => {} })
  appendFileSync(join(dataDir!, 'postgres/data/pg_hba.conf'), 'local replication all trust\n')
  // Creating the next copy must not remove what the previous one has not received yet.
  appendFileSync(join(dataDir!, 'postgres/data/postgresql.auto.conf'), "wal_keep_size = '512MB'\n")
  const standbys: Standby[] = []
  for (const copyDir of copyDirs) standbys.push(await startStandby({ dataDir: dataDir!, url: primary.url }, copyDir))
  return {
    primaryUrl: primary.url,
    standbys,
    stop: async () => {
      for (const standby of standbys) await standby.stop()
      await primary.leave()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function startStandby(primary: { dataDir: string; url: string }, copyDir: string): Promise<Standby> {
  const copied = join(copyDir, 'postgres')
  const label = await copyOf(primary.url, () => run('cp', '-a', join(primary.dataDir, 'postgres'), copied))
  for (const name of ['lock', '.s.PGSQL.5432', '.s.PGSQL.5432.lock', 'data/postmaster.pid'])
    rmSync(join(copied, name), { force: true })
  appendFileSync(join(copied, 'data/postgresql.auto.conf'), `primary_conninfo = '${sourceOf(primary.url)}'\n`)
  for (const [name, text] of [
    ['backup_label', label],
    ['standby.signal', ''],
  ] as const) {
    writeFileSync(join(copied, 'data', name), text)
    run('chown', `--reference=${join(copied, 'data')}`, join(copied, 'data', name))
  }
  const { url, leave } = await joinEmbeddedPostgres({ dataDir: copyDir, say: () => {} })
  let leaving: Promise<void> | undefined
  return {
    url,
    pause: () => once(url, 'select pg_wal_replay_pause()'),
    resume: () => once(url, 'select pg_wal_replay_resume()'),
    promote: () => once(url, 'select pg_promote()'),
    follow: (other) => once(url, `alter system set primary_conninfo = '${sourceOf(other)}'`, 'select pg_reload_conf()'),
    stop: () => (leaving ??= leave()),
  }
}

function sourceOf(url: string): string {
  const { searchParams, username } = new URL(url)
  return `host=${searchParams.get('host')} port=${searchParams.get('port')} user=${username}`
}

/** Runs `copy` while the server is in backup mode; returns the label that the copied folder needs. */
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

async function once(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

function run(command: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command}: ${stderr}`)
}
