/** Deletes sent mails that are too old or whose row was erased, and leftover files of crashes. */
import { readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Job } from '../jobs/jobs.ts'
import { keptSince } from '../retention.ts'
import { codeOf } from '../start-error.ts'
import { outboxFolder } from './post.ts'

export const SWEEP_MAILS = 'sent mails'

export const sweepMails: Job = {
  name: SWEEP_MAILS,
  cron: '41 * * * *',
  byDate: true,
  async run({ db, config }, at) {
    await sql`
      delete from outbox
       where created_at < ${keptSince('sent messages', at)} and (sent_at is not null or given_up_at is not null)`.execute(
      db,
    )
    const folder = outboxFolder(config)
    const files = ((await readdir(folder).catch(ignoreMissing)) ?? []).flatMap((name) => {
      const id = mailOf(name)
      return id === null ? [] : [{ id, name }]
    })
    const kept = await existing(
      db,
      files.map(({ id }) => id),
    )
    for (const { id, name } of files) if (!kept.has(id)) await unlink(join(folder, name)).catch(ignoreMissing)
  },
}

/** The mail of a file: '2026-11-22T10-15-00-000Z-41.eml', or with a leading dot and a process id while it is being written. */
export function mailOf(name: string): number | null {
  const [, id] = /^\.?\d{4}-\d\d-\d\dT[\d-]+Z-(\d+)\.eml(?:\.\d+)?$/.exec(name) ?? []
  return id === undefined ? null : Number(id)
}

async function existing(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select id from outbox where id = any (${ids}::integer[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
}
