import { Trans as LibraryTrans, type TransProps } from '@lingui/react'

// Renamed: under its own name the message extraction would treat it as a message.
const Sentence = LibraryTrans

/**
 * The macros `Trans` and `Plural` compile to this (web/lingui.config.ts). The library looks for elements only after it has inserted
 * the values, so a name '<0>Asha</0>' would lose its brackets, or duplicate a figure of the sentence. A value that could be
 * mistaken for an element is passed as a node, which is not parsed.
 */
export function Trans({ values = {}, ...rest }: TransProps) {
  const safe = Object.entries(values).map(([name, value]) => [name, hasBracket(value) ? <>{value}</> : value])
  return <Sentence {...rest} values={Object.fromEntries(safe)} />
}

function hasBracket(value: unknown): value is string {
  return typeof value === 'string' && value.includes('<')
}
