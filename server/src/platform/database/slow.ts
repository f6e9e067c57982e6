import { shown } from './statements.ts'

/** Receives slow statements: the text with placeholders, never the values. */
export type SlowWatch = { aboveMs: number; say: (slow: { statement: string; durationMs: number }) => void }

/**
 * Runs a statement, and reports it if it took longer than `aboveMs`; for a commit this includes the wait for a standby. A
 * failed statement is reported only by its error: while the database is away there is no log line for each.
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
