import { Trans as LibraryTrans, type TransProps } from '@lingui/react'

// By another name: of its own one the extraction would look for a sentence.
const Sentence = LibraryTrans

/**
 * What the macros `Trans` and `Plural` become (web/lingui.config.ts). The library looks for elements only after it has put
 * the values in, so that a name '<0>Asha</0>' would lose its brackets, or repeat a figure of the sentence. A value that
 * could be taken for one goes in as a node, in which nothing is looked for.
 */
export function Trans({ values = {}, ...rest }: TransProps) {
  const safe = Object.entries(values).map(([name, value]) => [name, hasBracket(value) ? <>{value}</> : value])
  return <Sentence {...rest} values={Object.fromEntries(safe)} />
}

function hasBracket(value: unknown): value is string {
  return typeof value === 'string' && value.includes('<')
}
