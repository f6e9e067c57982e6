/**
 * Natural batches (docs/decisions/0321-natural-batches.md): while a transaction of a call runs, the endpoint's next calls
 * queue; when it ends, they run together in one. No call waits for a timer, and a call that meets no other runs alone.
 */
import { withinBudget } from './budget.ts'

const BATCH_MAX = 50 // calls, of two people each: a posting for more than a hundred people is noted as a change for everybody
/** Many times what a full batch takes. A slower one, such as behind a lock or on a dead connection, delays nobody else. */
export const BATCH_BUDGET_MS = 250

/** How to run items. */
export type Batching<Item, Result> = {
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
export function inBatches<Item, Result>(batching: Batching<Item, Result>): (item: Item) => Promise<Result> {
  let queue: Waiting<Item, Result>[] = []
  let isRunning = false

  async function runBatches(): Promise<void> {
    isRunning = true
    while (queue.length > 0) {
      const batch = takeBatch()
      await withinBudget(run(batch, batching), { budgetMs: BATCH_BUDGET_MS }).catch(() => {}) // it continues alongside the next batch
    }
    isRunning = false
  }

  /** The first items in the queue, one of each owner. */
  function takeBatch(): Waiting<Item, Result>[] {
    const batch = new Map<unknown, Waiting<Item, Result>>()
    for (const waiting of queue) {
      const owner = batching.ownerOf ? batching.ownerOf(waiting.item) : waiting
      if (batch.size < BATCH_MAX && !batch.has(owner)) batch.set(owner, waiting)
    }
    const taken = new Set(batch.values())
    queue = queue.filter((waiting) => !taken.has(waiting))
    return [...taken]
  }

  return (item) => {
    const waiting = { item, ...Promise.withResolvers<Result>() }
    queue.push(waiting)
    if (!isRunning) void runBatches()
    return waiting.promise
  }
}

async function run<Item, Result>(
  batch: readonly Waiting<Item, Result>[],
  batching: Batching<Item, Result>,
): Promise<void> {
  const [only, ...others] = batch
  if (only && others.length === 0) return runAlone(only, batching)
  const done = await batching.together(batch.map(({ item }) => item)).catch((error: unknown) => {
    batching.failed(error)
    return new Map<Item, Result>()
  })
  for (const waiting of batch) {
    const result = done.get(waiting.item)
    if (result === undefined) void runAlone(waiting, batching)
    else waiting.resolve(result)
  }
}

function runAlone<Item, Result>(
  { item, resolve, reject }: Waiting<Item, Result>,
  { alone }: Batching<Item, Result>,
): Promise<void> {
  return alone(item).then(resolve, reject)
}
