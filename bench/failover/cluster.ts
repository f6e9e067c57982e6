/**
 * Three PostgreSQL servers under Patroni with one synchronous standby, etcd and HAProxy, all on this machine's loopback interface,
 * with the ways to lose a leader. Needs Debian's packages patroni, etcd-server, haproxy and postgresql-15.
 *
 * Patroni uses version 2 of the etcd API: Debian's 3.0.2 has a bug with version 3, where a thawed leader takes its lock back
 * (docs/operations.md#versions-of-the-engine).
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../tests/support/program.ts'

const BINARIES = '/usr/lib/postgresql/15/bin'
// Patroni requires loop + 2 × retry ≤ ttl. A silent leader loses its lock after the ttl.
const TTL_S = 10
const LOOP_S = 2
const RETRY_S = 3
const ASK_WITHIN_MS = 1_500

/**
 * How the leader is lost: its machine dies, a requested switchover, its machine freezes for a while, or it loses the store of the
 * lock.
 */
export const leaderFailures = ['kill', 'switch', 'freeze', 'cut'] as const
export type LeaderFailure = (typeof leaderFailures)[number]

export type Cluster = {
  /** Through HAProxy, which asks Patroni for the leader. */
  balancedUrl: string
  /** All three hosts, for a program that finds the primary itself. */
  directUrl: string
  /** Resolves when another node leads. `mend` then restores the lost one. */
  strike(blow: LeaderFailure): Promise<{ mend: () => Promise<void> }>
  /** Kills or freezes the standby that most of the programs' sessions read from. */
  loseReader(blow: 'kill' | 'freeze'): Promise<{ mend: () => Promise<void> }>
  /** Resolves when one node leads and both others follow it, one of them synchronously. */
  settled(): Promise<void>
  stop(): Promise<void>
}

type Node = { name: string; dir: string; port: number; rest: number; store: Way; patroni: ChildProcess }
type Member = { name: string; role: string; state: string; timeline?: number }

export async function startCluster(place: string): Promise<Cluster> {
  const user = postgresUser()
  const own = (dir: string) => {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    if ('uid' in user) chownSync(dir, user.uid, user.gid)
    return dir
  }
  const run = (name: string, command: string, args: string[], env: Record<string, string> = {}) => {
    const log = openSync(join(place, `${name}.log`), 'a')
    const child = spawn(command, args, {
      ...user,
      cwd: '/',
      env: { PATH: '/usr/sbin:/usr/bin:/bin', ...env },
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    return child
  }
  const [etcdPort, peerPort, balancerPort] = [await freePort(), await freePort(), await freePort()]
  const at = (port: number) => `http://127.0.0.1:${port}`
  const etcd = run('etcd', 'etcd', [
    '--data-dir',
    own(join(place, 'etcd')),
    '--enable-v2',
    '--listen-client-urls',
    at(etcdPort),
    '--advertise-client-urls',
    at(etcdPort),
    '--listen-peer-urls',
    at(peerPort),
    '--initial-advertise-peer-urls',
    at(peerPort),
    '--initial-cluster',
    `default=${at(peerPort)}`,
  ])
  const nodes: Node[] = []
  for (const name of ['a', 'b', 'c']) {
    const dir = own(join(place, name))
    const [port, rest, store] = [await freePort(), await freePort(), await openWay(etcdPort)]
    writeFileSync(join(dir, 'patroni.yml'), patroniYml({ name, dir, port, rest, store: store.port }))
    nodes.push({ name, dir, port, rest, store, patroni: run(name, 'patroni', [join(dir, 'patroni.yml')]) })
  }
  writeFileSync(join(place, 'haproxy.cfg'), haproxyCfg(balancerPort, nodes))
  const haproxy = run('haproxy', 'haproxy', ['-f', join(place, 'haproxy.cfg')])

  async function members(): Promise<Member[]> {
    for (const { rest } of nodes) {
      const said = await ask<{ members: Member[] }>(`${at(rest)}/cluster`)
      if (said) return said.members
    }
    return []
  }

  /** The node that itself reports as primary: the list of members is as old as the last loop. */
  async function leader(): Promise<Node | undefined> {
    const said = await Promise.all(
      nodes.map(async (node) => ((await ask(`${at(node.rest)}/primary`)) ? node : undefined)),
    )
    return said.find((node) => node !== undefined)
  }

  async function settled(): Promise<void> {
    for (; ; await wait(250)) {
      const all = await members()
      const roles = all
        .map(({ role }) => role)
        .toSorted()
        .join()
      const isRunning = all.every(({ state }) => state === 'running' || state === 'streaming')
      const isOneLine = new Set(all.map(({ timeline }) => timeline)).size === 1
      if (roles === 'leader,replica,sync_standby' && isRunning && isOneLine && (await leader())) return
    }
  }

  async function untilOtherThan(lost: Node): Promise<void> {
    for (; ; await wait(50)) {
      const now = await leader()
      if (now && now !== lost) return
    }
  }

  async function strike(blow: LeaderFailure): Promise<{ mend: () => Promise<void> }> {
    const lost = (await leader())!
    const mends = await lose(lost, blow)
    await untilOtherThan(lost)
    return mends
  }

  async function loseReader(blow: 'kill' | 'freeze'): Promise<{ mend: () => Promise<void> }> {
    const leads = await leader()
    const standbys = nodes.filter((node) => node !== leads)
    const sessions = await Promise.all(standbys.map(sessionsOn))
    return lose(standbys[sessions.indexOf(Math.max(...sessions))]!, blow)
  }

  async function lose(lost: Node, blow: LeaderFailure): Promise<{ mend: () => Promise<void> }> {
    const mends: Record<LeaderFailure, () => Promise<void>> = {
      async kill() {
        lost.patroni = run(lost.name, 'patroni', [join(lost.dir, 'patroni.yml')])
      },
      switch: async () => {},
      async freeze() {
        for (const pid of stopped) process.kill(pid, 'SIGCONT')
      },
      cut: async () => lost.store.open(),
    }
    let stopped: number[] = []
    if (blow === 'kill') for (const pid of processesOf(lost)) killIfThere(pid, 'SIGKILL')
    if (blow === 'freeze') for (const pid of (stopped = processesOf(lost))) killIfThere(pid, 'SIGSTOP')
    if (blow === 'cut') lost.store.close()
    if (blow === 'switch') await handOver(lost)
    return { mend: mends[blow] }
  }

  async function handOver(lost: Node): Promise<void> {
    const candidate = (await members()).find(({ role }) => role === 'sync_standby')?.name
    await fetch(`${at(lost.rest)}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: lost.name, candidate }),
    })
  }

  await settled()
  const first = (await leader())!
  const client = new pg.Client({ connectionString: `postgresql://postgres@127.0.0.1:${first.port}/postgres` })
  await client.connect()
  await client.query('create database bittkosh')
  await client.end()
  return {
    balancedUrl: `postgresql://postgres@127.0.0.1:${balancerPort}/bittkosh`,
    directUrl: `postgresql://postgres@${nodes.map(({ port }) => `127.0.0.1:${port}`).join()}/bittkosh`,
    strike,
    loseReader,
    settled,
    async stop() {
      haproxy.kill('SIGTERM')
      for (const node of nodes) for (const pid of processesOf(node)) killIfThere(pid, 'SIGKILL')
      etcd.kill('SIGKILL')
      for (const { store } of nodes) store.close()
      if (etcd.exitCode === null && etcd.signalCode === null) await once(etcd, 'exit')
    },
  }
}

async function sessionsOn({ port }: Node): Promise<number> {
  const client = new pg.Client({ connectionString: `postgresql://postgres@127.0.0.1:${port}/bittkosh` })
  await client.connect()
  const { rows } = await client.query<{ n: number }>(
    "select count(*)::integer as n from pg_stat_activity where application_name = 'bittkosh'",
  )
  await client.end()
  return rows[0]?.n ?? 0
}

/** PostgreSQL refuses to run as root. */
function postgresUser(): { uid: number; gid: number } | Record<never, never> {
  if (process.getuid?.() !== 0) return {}
  const [, , uid, gid] = /^postgres:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[0].split(':') ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

async function ask<Said>(url: string): Promise<Said | null> {
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(ASK_WITHIN_MS) })
    return reply.ok ? ((await reply.json()) as Said) : null
  } catch {
    return null
  }
}

/** Patroni, the postmaster and all their descendants. */
function processesOf({ dir, patroni }: Node): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry)))
    try {
      const parent = /^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1]
      parents.set(Number(name), Number(parent))
    } catch {
      // it has just ended
    }
  const found = new Set<number>()
  const add = (pid: number) => {
    if (!parents.has(pid) || found.has(pid)) return
    found.add(pid)
    for (const [child, parent] of parents) if (parent === pid) add(child)
  }
  if (patroni.pid !== undefined && patroni.exitCode === null && patroni.signalCode === null) add(patroni.pid)
  try {
    add(Number.parseInt(readFileSync(join(dir, 'data/postmaster.pid'), 'utf8'), 10))
  } catch {
    // not running
  }
  return [...found]
}

function killIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // it ended together with its parent
  }
}

/** A proxy to etcd for one node alone, which can be cut. */
type Way = { port: number; open: () => void; close: () => void }

async function openWay(target: number): Promise<Way> {
  const lines = new Set<Socket>()
  let isOpen = true
  const server = createServer((here) => {
    if (!isOpen) return void here.destroy()
    const there = connect(target, '127.0.0.1')
    for (const line of [here, there]) {
      lines.add(line)
      line.on('error', () => {}).on('close', () => lines.delete(line))
    }
    return void here.pipe(there).pipe(here)
  })
  server.unref()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    open: () => void (isOpen = true),
    close() {
      isOpen = false
      for (const line of lines) line.destroy()
    },
  }
}

function patroniYml({
  name,
  dir,
  port,
  rest,
  store,
}: {
  name: string
  dir: string
  port: number
  rest: number
  store: number
}): string {
  return `
scope: bittkosh
name: ${name}
restapi: { listen: '127.0.0.1:${rest}', connect_address: '127.0.0.1:${rest}' }
etcd: { proxy: 'http://127.0.0.1:${store}' }
bootstrap:
  dcs:
    ttl: ${TTL_S}
    loop_wait: ${LOOP_S}
    retry_timeout: ${RETRY_S}
    primary_start_timeout: 0
    synchronous_mode: true
    synchronous_mode_strict: true
    postgresql: { use_pg_rewind: true, use_slots: true }
  initdb: [{ encoding: UTF8 }, { locale: C.UTF-8 }, data-checksums]
postgresql:
  listen: 127.0.0.1:${port}
  connect_address: 127.0.0.1:${port}
  data_dir: ${dir}/data
  bin_dir: ${BINARIES}
  pgpass: ${dir}/pgpass
  authentication:
    superuser: { username: postgres }
    replication: { username: replicator }
    rewind: { username: postgres }
  pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust', 'local all all trust']
  parameters: { unix_socket_directories: ${dir}, max_connections: 100, wal_retrieve_retry_interval: 500ms }
`
}

function haproxyCfg(port: number, nodes: readonly Pick<Node, 'name' | 'port' | 'rest'>[]): string {
  return `
global
  maxconn 400
defaults
  mode tcp
  timeout connect 1s
  timeout client 60s
  timeout server 60s
  timeout check 1s
listen leader
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.rest}`).join('\n')}
`
}
