/** Other people's words inside our texts: they are marked as quotations, and nothing in them becomes a link. */

/** In quotation marks that the words themselves cannot close. */
export function quoted(words: string): string {
  return `“${withoutLinks(words).replace(/["“”„«»]/g, "'")}”`
}

/** The same for several lines, each marked as a quotation: '> Please send the UTR.' */
export function quotedLines(words: string): string {
  return words
    .split('\n')
    .map((line) => `> ${withoutLinks(line)}`.trimEnd())
    .join('\n')
}

/**
 * On one line, with a space inserted into anything that a mail program would turn into a link: 'bad.example/x' becomes
 * 'bad. example/x', 'S.Kumar' becomes 'S. Kumar'. Figures and times ('1.50', '10:30') stay as they are.
 */
export function withoutLinks(words: string): string {
  return words
    .replace(/\s+/g, ' ')
    .replace(/(?<=[\p{L}\p{M}\p{N}])[.．。｡](?=[\p{L}\p{N}])(?!(?<=\d.)\d)/gu, '. ')
    .replace(/(?<=\p{L}):(?=\S)/gu, ': ')
    .replace(/(?<=\S)@(?=\S)/g, ' @ ')
    .trim()
}
