const AT_ONCE = 16 // files: each waits for the disk or the store most of its time

/** Does `work` for each, some at once. When one fails, begins no more, waits for those that have begun, and throws its error. */
export async function forEachTogether<T>(list: Iterable<T>, work: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...list].values() // one for all, so that each is taken once
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
