/** The texts that an operator writes: which there are, and how one is read. */

export const sitePages = ['terms', 'privacy'] as const
export type SitePage = (typeof sitePages)[number]

export type Block = { kind: 'heading' | 'paragraph'; text: string }

/** The blocks of a text; a heading ends with its line, and a paragraph keeps its line breaks. */
export function blocksOf(text: string): Block[] {
  return text
    .split(/\n\s*\n|\n(?=# )|(?<=^# [^\n]*)\n/m)
    .map((block) => block.trim())
    .filter((block) => block !== '' && block !== '#')
    .map((block) =>
      block.startsWith('# ') ? { kind: 'heading', text: block.slice(2).trim() } : { kind: 'paragraph', text: block },
    )
}
