/** Debian's PostgreSQL 15, archived by pgBackRest, both set up as docs/operations.md#point-in-time describes, but hardly compressed. */
import { spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const BIN = '/usr/lib/postgresql/15/bin'

const UNTIL_WRITES = 'do $$ begin while pg_is_in_recovery() loop perform pg_sleep(0.02); end loop; end $$'

export type ArchivedPostgres = {
  url: string
  /** Takes a backup while the server runs: a full one, or one of what changed since the last full one. */
  backup(type: 'full' | 'diff'): void
  /** Restores the server to this point in time ('2026-11-23 10:15:00.123456+00'), and resolves when it accepts writes again. */
  restoreTo(moment: string): void
  remove(): void
}

export function startArchivedPostgres(): ArchivedPostgres {
  const folder = mkdtempSync(join(tmpdir(), 'bittkosh-archived-'))
  chmodSync(folder, 0o755)
  const [data, repository, logs] = ['data', 'repository', 'logs'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  for (const each of [data, repository, logs]) {
    mkdirSync(each, { mode: 0o700 })
    run(['chown', 'postgres', each], { asRoot: true })
  }
  const config = join(folder, 'pgbackrest.conf')
  writeFileSync(
    config,
    `[global]
repo1-path=${repository}
repo1-retention-full=2
repo1-cipher-type=aes-256-cbc
repo1-cipher-pass=of-a-test
log-path=${logs}
lock-path=${logs}
start-fast=y
compress-level=1
[bittkosh]
pg1-path=${data}
pg1-socket-path=${folder}
pg1-user=postgres
`,
  )
  const pgbackrest = (...args: string[]) =>
    run(['pgbackrest', `--config=${config}`, '--stanza=bittkosh', '--log-level-console=warn', ...args])
  const control = (...args: string[]) => run([`${BIN}/pg_ctl`, '-D', data, '-l', join(logs, 'postgres'), '-w', ...args])

  run([`${BIN}/initdb`, '-D', data, '-A', 'trust', '-U', 'postgres', '--locale=C.UTF-8'])
  appendFileSync(
    join(data, 'postgresql.conf'),
    `listen_addresses = ''
unix_socket_directories = '${folder}'
archive_mode = on
archive_command = 'pgbackrest --config=${config} --stanza=bittkosh archive-push %p'
`,
  )
  run(['chmod', '0777', folder], { asRoot: true }) // the server makes its socket there
  control('start')
  run([`${BIN}/createdb`, '-h', folder, '-U', 'postgres', 'bittkosh'])
  pgbackrest('stanza-create')
  pgbackrest('check')
  return {
    url: `postgresql://postgres@localhost/bittkosh?host=${folder}`,
    backup: (type) => pgbackrest(`--type=${type}`, 'backup'),
    restoreTo(moment) {
      control('-m', 'fast', 'stop') // which archives the rest of the log first
      pgbackrest('--delta', '--type=time', `--target=${moment}`, '--target-action=promote', 'restore')
      control('start') // it already serves reads while it replays the archive
      run([`${BIN}/psql`, '-h', folder, '-U', 'postgres', '-c', UNTIL_WRITES])
    },
    remove() {
      control('-m', 'immediate', 'stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** As postgres, because no server runs as root. */
function run(command: readonly string[], { asRoot = false } = {}): void {
  const [program = '', ...args] =
    asRoot || process.getuid?.() !== 0 ? command : ['runuser', '-u', 'postgres', '--', ...command]
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', cwd: '/' })
  if (status !== 0) throw new Error(`${command.join(' ')}: ${error ?? ''}${stdout}${stderr}`)
}
