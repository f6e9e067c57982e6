/** The state that must exist when the storm is over, recorded by the clients from their replies. */

/** Paise in the four accounts of a user. */
export type Sums = { wallet: bigint; flexible: bigint; invested: bigint; held: bigint }

const kinds = [
  'deposits',
  'reversals',
  'withdrawals',
  'claims',
  'releases',
  'returns',
  'investments',
  'transfers',
  'earnMovements',
  'adjustments',
  'proposals',
  'approvals',
  'declines',
  'withdrawn',
  'stale',
] as const
export type RecordKind = (typeof kinds)[number]

export type Book = {
  balances: Map<number, Sums>
  /** The number of acknowledged records of each kind. */
  records: Record<RecordKind, number>
  move(user: number, change: Partial<Sums>): void
  note(kind: RecordKind): void
}

/** A book that starts with the state before the storm. */
export function openBook({ balances, records }: Pick<Book, 'balances' | 'records'>): Book {
  return {
    balances,
    records,
    move(user, change) {
      const sums = balances.get(user)
      if (!sums) throw new Error(`user ${user} has no balances`)
      for (const account of ['wallet', 'flexible', 'invested', 'held'] as const) sums[account] += change[account] ?? 0n
    },
    note: (kind) => void records[kind]++,
  }
}

/** A sentence for each balance and each kind of record that differs from what was acknowledged. */
export function compareBooks(
  said: Pick<Book, 'balances' | 'records'>,
  found: Pick<Book, 'balances' | 'records'>,
): string[] {
  const balances = [...said.balances].flatMap(([user, sums]) =>
    (['wallet', 'flexible', 'invested', 'held'] as const)
      .filter((account) => sums[account] !== found.balances.get(user)?.[account])
      .map(
        (account) =>
          `${account} of user ${user} should hold ${sums[account]} paise and holds ${found.balances.get(user)?.[account]}`,
      ),
  )
  const records = kinds
    .filter((kind) => said.records[kind] !== found.records[kind])
    .map((kind) => `${said.records[kind]} ${kind} were acknowledged, there are ${found.records[kind]}`)
  return [...balances, ...records]
}
