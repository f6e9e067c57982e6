/**
 * The program cannot start, for a reason that the person at the terminal can fix. The message is a whole sentence that
 * names the setting and what to do; main prints it without a stack and exits with 1.
 */
export class StartError extends Error {
  override name = 'StartError'
}

/** The error code of the operating system ('EACCES', 'ENOSPC' …), or of PostgreSQL ('57P03' …), if it has one. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
