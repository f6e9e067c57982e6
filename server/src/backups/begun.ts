import { hash } from 'node:crypto'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Config } from '../config.ts'
import { replaceDurably } from '../platform/files/durable.ts'
import { codeOf, StartError } from '../platform/start-error.ts'

const noted = z.strictObject({ into: z.string(), pictures: z.array(z.string()) })

/**
 * The pictures of a restore that has begun, listed in a file of DATA_DIR until it is over. None of their names was in the
 * store at that time, so if the restore is killed, the next one into the same database and store may delete the files of
 * these names.
 */
export function begunIn({ dataDir, databaseUrl, s3Url }: Pick<Config, 'dataDir' | 'databaseUrl' | 's3Url'>) {
  const path = join(dataDir, 'restoring.json')
  const into = hash('sha256', JSON.stringify([databaseUrl, s3Url]))
  return {
    /** Those of a restore that was killed; throws a StartError if it had another target, where another one may be running. */
    async left(): Promise<string[]> {
      const text = await readFile(path, 'utf8').catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return null
        throw error
      })
      if (text === null) return []
      const begun = noted.parse(JSON.parse(text))
      if (begun.into === into) return begun.pictures
      throw new StartError(
        `A restore into another database or store is running or was killed: ${path} names its pictures. Let it finish or run it again first, or name another DATA_DIR. Nothing was restored.`,
      )
    },
    async note(pictures: string[]): Promise<void> {
      await mkdir(dataDir, { recursive: true, mode: 0o700 })
      await replaceDurably(path, JSON.stringify({ into, pictures } satisfies z.output<typeof noted>))
    },
    end: () => rm(path, { force: true }),
  }
}
