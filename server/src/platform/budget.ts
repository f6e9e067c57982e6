/** What takes longer than a caller should wait, so that nobody is left without an answer. The work itself goes on. */
export class TookTooLong extends Error {
  override name = 'TookTooLong'
  constructor(budgetMs: number) {
    super(`no result within ${budgetMs} ms`)
  }
}

/**
 * The result of `work`, if it comes in time; otherwise throws TookTooLong, which callers hear as 503. A write may then still
 * take effect: its repeat with the same key tells. `late` clears up a result that nobody waits for any more.
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
      reject(new TookTooLong(budgetMs))
    }, budgetMs)
  })
  work.then(
    (result) => isLate && late(result),
    () => {}, // whoever still waits hears of it below
  )
  try {
    return await Promise.race([work, tooLong])
  } finally {
    clearTimeout(timer)
  }
}
