/** The pages that an operator writes: their list, and how their text is parsed. */

export const sitePages = ['terms', 'privacy'] as const
export type SitePage = (typeof sitePages)[number]

export type Block = { kind: 'heading' | 'paragraph'; text: string }

/** The blocks of a text; a heading is one line, and a paragraph keeps its line breaks. */
export function blocksOf(text: string): Block[] {
  return text
    .split(/\n\s*\n|\n(?=# )|(?<=^# [^\n]*)\n/m)
    .map((block) => block.trim())
    .filter((block) => block !== '' && block !== '#')
    .map((block) =>
      block.startsWith('# ') ? { kind: 'heading', text: block.slice(2).trim() } : { kind: 'paragraph', text: block },
    )
}
