/** Commands of operators in a terminal: arguments are parsed strictly, and an error that the operator can fix is a sentence. */
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { isUnavailable } from './database/unavailable.ts'
import { codeOf, StartError } from './start-error.ts'

type Flags = NonNullable<ParseArgsConfig['options']>
type Given<F extends Flags> = ReturnType<typeof parseArgs<{ options: F; allowPositionals: true }>>

const NO_SUCH = ['42P01', '42703', '42883'] // table, column, function

/**
 * Parses the arguments and runs `work` with them. Exits with 1 after printing a sentence if the operator can fix the
 * error, or the error's stack if it is a bug. An unknown flag or argument stops the command before `work` begins.
 */
export async function command<F extends Flags>(
  { usage, flags, wordsMax = 0 }: { usage: string; flags: F; wordsMax?: number },
  work: (flags: Given<F>['values'], words: string[]) => Promise<void>,
): Promise<void> {
  try {
    const { values, positionals } = parseArgs({ options: flags, allowPositionals: true })
    if (positionals.length > wordsMax)
      throw new StartError(`Unexpected argument "${positionals[wordsMax]}". Usage: ${usage}`)
    await work(values, positionals)
  } catch (error) {
    const code = codeOf(error) ?? ''
    const said = error instanceof Error ? error.message : String(error)
    if (code.startsWith('ERR_PARSE_ARGS')) console.error(`${said.split('. ')[0]}. Usage: ${usage}`)
    else if (NO_SUCH.includes(code))
      console.error(`The database schema does not match this version (${said}). Run npm run migrate first.`)
    else console.error(sentenceOf(error) ?? error)
    process.exitCode = 1
  }
}

/** What the operator can do about an error, or null if it is a bug. `ifDenied`: what to do if the role of the database may not. */
export function sentenceOf(error: unknown, ifDenied?: string): string | null {
  if (error instanceof StartError) return error.message
  const code = codeOf(error)
  const said = error instanceof Error ? error.message : String(error)
  if (code === '42501' || (error instanceof Error && codeOf(error.cause) === '42501'))
    return process.env['DATABASE_DIRECT_URL']?.trim()
      ? `The role of DATABASE_DIRECT_URL or DATABASE_URL is not allowed to do this (${said}). ${ifDenied ?? 'Run it with the role that owns the database in both.'}`
      : `The role of DATABASE_URL is not allowed to do this (${said}). ${ifDenied ?? 'Run it with the role that owns the database.'}`
  if (code !== undefined && error instanceof Error && 'path' in error && 'syscall' in error)
    return code === 'EEXIST'
      ? `${error.path} already exists. Name another one.`
      : `${error.path} cannot be used (${code}).`
  return isUnavailable(error)
    ? `The database or the file store is unreachable, full or too slow (${said}). Run this again when it responds.`
    : null
}
