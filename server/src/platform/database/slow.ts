import { shown } from './statements.ts'

/** What is told of slow statements: the text with places for values, never the values. */
export type SlowWatch = { aboveMs: number; say: (slow: { statement: string; durationMs: number }) => void }

/**
 * Runs a statement, and says so if it took longer than `aboveMs`, of a commit with the wait for a standby. What fails says so
 * by its error: while the database is away there is no line for each.
 */
export async function timed<Result>(
  { text }: { text: string },
  run: () => Promise<Result>,
  watch: SlowWatch | undefined,
): Promise<Result> {
  if (!watch) return run()
  const startMs = performance.now()
  const result = await run()
  const durationMs = Math.round(performance.now() - startMs)
  if (durationMs > watch.aboveMs) watch.say({ statement: shown(text).text, durationMs })
  return result
}
