const AT_ONCE = 16 // files: each mostly waits for the disk or the store

/** Runs `work` for each item, some at once. If one fails, starts no more, waits for the running ones, and throws its error. */
export async function forEachTogether<T>(list: Iterable<T>, work: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...list].values() // one iterator for all, so that each item is taken once
  const failures: unknown[] = []
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const one of waiting) {
        if (failures.length > 0) return
        await work(one).catch((error: unknown) => failures.push(error))
      }
    }),
  )
  if (failures.length > 0) throw failures[0]
}
