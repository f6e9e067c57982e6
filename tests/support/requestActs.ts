/** Acts of one admin on made-up requests, for the acts.test.ts of their rooms: without a database. */
import { type Paise, paise } from '@bittkosh/contract/money'
import type { ActOf, RequestKind, StateOf } from '@bittkosh/contract/requestStates'
import { settingsFrom } from '@bittkosh/contract/settings'
import { effectsOf, outcomeOf } from '../../server/src/requests/deciding.ts'
import type { RequestRow } from '../../server/src/requests/table.ts'

export const asked = new Date('2026-11-20T06:30:00Z')
export const at = new Date('2026-11-21T06:30:01Z')
export const [meera, ravi, owner] = [31, 32, 7] as const
export const settings = settingsFrom(new Map([['usdt_value', '91.50']]))
const address = '192.0.2.1'

/** The columns of a request that has just been decided. */
export const decided = { decided_at: at, decided_by: meera }

export const rupees = (sum: number): Paise => paise(BigInt(Math.round(sum * 100)))

// The types that the functions require of a kind's acts are left out: each file names acts of its own kind.
type RulesOf<K extends RequestKind, Row> = { kind: K; audited(row: Row, before: Row): object }

/** What an act writes: Meera's by default. */
export function outcome<K extends RequestKind, Row extends RequestRow & { status: StateOf<K> }>(
  rules: RulesOf<K, Row>,
  act: ActOf<K>,
  row: Row,
  { typed = {}, gathered, by = { admin: meera } }: { typed?: object; gathered?: unknown; by?: Actor } = {},
) {
  return outcomeOf<K, Row, never>(rules as never, row, { act, typed, gathered, by, at, settings })
}

/** The effects of an act that turned `before` into `after`. */
export function effects<K extends RequestKind, Row extends RequestRow>(
  rules: RulesOf<K, Row>,
  act: ActOf<K>,
  before: Row,
  after: Row,
  by: Actor = { admin: meera },
) {
  return effectsOf<K, Row, never>(rules as never, { act, by, address, before, after })
}

type Actor = { admin: number } | { owner: number }

/** The audit log's entry for an act of Meera's. */
export function logged(
  action: string,
  subject: RequestKind,
  subjectId: number,
  kept: { before: object; after: object; reason: string | null },
) {
  return { admin: meera, action, subject, subjectId, address, ...kept }
}
