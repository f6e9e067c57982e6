/** Requests: how the demo creates one, and how it is decided in memory in the same way as in `requests/deciding.ts`. */
import type { ActOf, RequestKind, StateOf } from '@bittkosh/contract/requestStates'
import { type ActTypes, effectsOf, outcomeOf, type RequestRules } from '../../../server/src/requests/deciding.ts'
import type { RequestRow } from '../../../server/src/requests/table.ts'
import { agreed, move, tell, type Wave } from './wave.ts'

/** A request's initial columns. */
export const asked = { status: 'pending', rejection_preset: null, decided_at: null, decided_by: null } as const

const ADDRESS = '192.0.2.1' // from the range reserved for documentation

/** The facts that the rule of an act would gather, if it needs any. */
type Gathered<Act extends ActTypes> = 'facts' extends keyof Act ? { gathered: Act['facts'] } : { gathered?: never }

/** Applies an act to a request, by the demo's admin or by the owner. A refusal is an error in the plan. */
export function actOn<
  K extends RequestKind,
  Row extends RequestRow & { status: StateOf<K> },
  Key,
  Acts extends Record<ActOf<K>, ActTypes>,
  A extends ActOf<K>,
>(
  wave: Wave,
  rules: RequestRules<K, Row, Key, Acts>,
  asked: { row: NoInfer<Row>; act: A; typed: Acts[A]['typed']; byOwner?: boolean } & Gathered<Acts[A]>,
): void
export function actOn<K extends RequestKind, Row extends RequestRow & { status: StateOf<K> }, Key>(
  wave: Wave,
  rules: RequestRules<K, Row, Key, Record<ActOf<K>, ActTypes>>,
  {
    row,
    act,
    typed,
    gathered,
    byOwner = false,
  }: { row: Row; act: ActOf<K>; typed: unknown; gathered?: unknown; byOwner?: boolean },
): void {
  const { admin, settings } = wave.catalogue
  const by = byOwner ? { owner: row.user_id } : { admin }
  const outcome = outcomeOf(rules, row, { act, typed, gathered, by, at: wave.at, settings })
  if (!outcome) throw new Error(`the plan of the demo would ${act} a ${rules.kind} that is ${row.status}`)
  const before = { ...row }
  Object.assign(row, outcome.state, agreed(outcome.columns))
  const { notice, audited, movements } = effectsOf(rules, { act, by, address: ADDRESS, before, after: row })
  if (notice) tell(wave, row.user_id, notice)
  if (audited) wave.step.acts.push(audited)
  move(wave, ...movements)
}
