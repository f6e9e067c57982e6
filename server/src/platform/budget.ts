/** Thrown when work takes longer than a caller should wait, so that every caller gets an answer. The work itself continues. */
export class BudgetExceeded extends Error {
  override name = 'BudgetExceeded'
  constructor(budgetMs: number) {
    super(`no result within ${budgetMs} ms`)
  }
}

/**
 * The result of `work`, if it arrives in time; otherwise throws BudgetExceeded, which callers receive as 503. A write may
 * still take effect: its repeat with the same key returns the outcome. `late` cleans up a result nobody waits for.
 */
export async function withinBudget<T>(
  work: Promise<T>,
  { budgetMs, late = () => {} }: { budgetMs: number; late?: (result: T) => void },
): Promise<T> {
  let isLate = false
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isLate = true
      reject(new BudgetExceeded(budgetMs))
    }, budgetMs)
  })
  work.then(
    (result) => isLate && late(result),
    () => {}, // a caller that still waits gets the error below
  )
  try {
    return await Promise.race([work, tooLong])
  } finally {
    clearTimeout(timer)
  }
}
