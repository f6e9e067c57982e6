/**
 * What the program does, told as spans to whoever collects traces (docs/operations.md#traces). A span says what was done, how
 * long it took and how it ended: names, codes and counts, never a value that a person gave or is known by.
 */
import { codeOf } from '../start-error.ts'

export type Attributes = Record<string, string | number>

export type Span = {
  /** Runs `work` so that what begins in it, also later, is a part of this span. */
  within<T>(work: () => T): T
  set(attributes: Attributes): void
  /** `error`: a code that says what went wrong. A message may quote a row, so it has no place here. */
  end(error?: string): void
}

export type Traces = {
  /**
   * Begins what has no cause in this process: a call, a run of a job, a message. `cause` is the traceparent of who asked for
   * it, whatever it contains.
   */
  begin(name: string, options?: { kind?: 'server' | 'client'; attributes?: Attributes; cause?: string }): Span
  /** Begins a part of `whole`, or of what is under way here; null where that is nothing. */
  part(name: string, options?: { kind?: 'client'; attributes?: Attributes; whole?: Span | null }): Span | null
  /** Sends what waits to be sent, within seconds. */
  close(): Promise<void>
}

/** Runs `work` within `span`, which ends with it; where nobody collects there is none, and this is `work` alone. */
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
