/**
 * Natural batches (docs/decisions/0321-natural-batches.md): while a transaction of a call runs, the endpoint's next calls
 * queue; when it ends, they run together in one. No call waits for a timer, and a call that meets no other runs alone.
 */
import { withinBudget } from './budget.ts'

const TOGETHER_MAX = 50 // calls, of two people each: a posting for more than a hundred people is noted as a change for everybody
/** Many times what a full batch takes. A slower one, such as behind a lock or on a dead connection, delays nobody else. */
export const PATIENCE_MS = 250

/** How to run items. */
export type Ways<Item, Result> = {
  /** The owner of an item: two items of one owner never run together. Without this function, all items may. */
  ownerOf?: (item: Item) => number
  alone: (item: Item) => Promise<Result>
  /** The results of the items that are done; the others then run alone. If it throws, all of them run alone. */
  together: (items: readonly Item[]) => Promise<ReadonlyMap<Item, Result>>
  /** Called with the error because of which the items of a batch run alone. */
  failed: (error: unknown) => void
}
type Waiting<Item, Result> = PromiseWithResolvers<Result> & { item: Item }

/** Runs each item: alone, or together with items that arrived while others ran. */
export function inRounds<Item, Result>(ways: Ways<Item, Result>): (item: Item) => Promise<Result> {
  let line: Waiting<Item, Result>[] = []
  let isRunning = false

  async function runRounds(): Promise<void> {
    isRunning = true
    while (line.length > 0) {
      const round = takeRound()
      await withinBudget(run(round, ways), { budgetMs: PATIENCE_MS }).catch(() => {}) // it continues beside the next round
    }
    isRunning = false
  }

  /** The first items in the queue, one of each owner. */
  function takeRound(): Waiting<Item, Result>[] {
    const round = new Map<unknown, Waiting<Item, Result>>()
    for (const waiting of line) {
      const owner = ways.ownerOf ? ways.ownerOf(waiting.item) : waiting
      if (round.size < TOGETHER_MAX && !round.has(owner)) round.set(owner, waiting)
    }
    const taken = new Set(round.values())
    line = line.filter((waiting) => !taken.has(waiting))
    return [...taken]
  }

  return (item) => {
    const waiting = { item, ...Promise.withResolvers<Result>() }
    line.push(waiting)
    if (!isRunning) void runRounds()
    return waiting.promise
  }
}

async function run<Item, Result>(round: readonly Waiting<Item, Result>[], ways: Ways<Item, Result>): Promise<void> {
  const [only, ...others] = round
  if (only && others.length === 0) return runAlone(only, ways)
  const done = await ways.together(round.map(({ item }) => item)).catch((error: unknown) => {
    ways.failed(error)
    return new Map<Item, Result>()
  })
  for (const waiting of round) {
    const result = done.get(waiting.item)
    if (result === undefined) void runAlone(waiting, ways)
    else waiting.resolve(result)
  }
}

function runAlone<Item, Result>(
  { item, resolve, reject }: Waiting<Item, Result>,
  { alone }: Ways<Item, Result>,
): Promise<void> {
  return alone(item).then(resolve, reject)
}
