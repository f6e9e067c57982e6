/**
 * What the program does, as spans for a trace collector (docs/operations.md#traces). A span says what was done, how long
 * it took and how it ended: names, codes and counts, never a value that a person entered or is known by.
 */
import { codeOf } from '../start-error.ts'

export type Attributes = Record<string, string | number>

export type Span = {
  /** Runs `work` so that everything it starts, also later, is a part of this span. */
  within<T>(work: () => T): T
  set(attributes: Attributes): void
  /** `error`: a code for what went wrong. A message may quote a row, so it must not be passed. */
  end(error?: string): void
}

export type Traces = {
  /**
   * Starts a span without a parent in this process: a call, a run of a job, a message. `cause` is the caller's
   * traceparent, whatever it contains.
   */
  begin(name: string, options?: { kind?: 'server' | 'client'; attributes?: Attributes; cause?: string }): Span
  /** Starts a part of `whole`, or of the current span; null if there is none. */
  part(name: string, options?: { kind?: 'client'; attributes?: Attributes; whole?: Span | null }): Span | null
  /** Sends the waiting spans, within seconds. */
  close(): Promise<void>
}

/** Runs `work` within `span`, which ends with it; without a collector there is no span, and only `work` runs. */
export async function spanned<T>(span: Span | null | undefined, work: () => Promise<T>): Promise<T> {
  if (!span) return work()
  try {
    const result = await span.within(work)
    span.end()
    return result
  } catch (error) {
    span.end(codeOf(error) ?? (error instanceof Error ? error.name : 'unknown'))
    throw error
  }
}
