/** A target of the search within the panel itself: a page, an act, a setting. */
export type Place = { name: string; about?: string }

const LEAST = 2 // letters; a single one would match nearly everything

/**
 * The places whose name or description contains every typed word: first those whose name begins with the typed text, then those
 * whose name contains all words, each group in the given order.
 */
export function fitting<P extends Place>(places: readonly P[], typed: string, most: number): P[] {
  const text = typed.trim().toLowerCase()
  if (text.length < LEAST) return []
  const words = text.split(/\s+/)
  const rank = ({ name, about = '' }: Place) => {
    const low = name.toLowerCase()
    if (low.startsWith(text)) return 0
    if (words.every((word) => low.includes(word))) return 1
    return words.every((word) => `${low}\n${about.toLowerCase()}`.includes(word)) ? 2 : null
  }
  return [0, 1, 2].flatMap((wanted) => places.filter((place) => rank(place) === wanted)).slice(0, most)
}
