/** Something of the panel itself that the search leads to: a page, an act, a setting. */
export type Place = { name: string; about?: string }

const LEAST = 2 // letters; of one, nearly everything would fit

/**
 * The places whose name or description contains every typed word: those whose name begins with what is typed first,
 * then those that have it all in their name, each in the order given.
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
