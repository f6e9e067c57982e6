/** Requests: how the demo asks for something, and how it is decided in memory as `requests/deciding.ts` decides it. */
import type { ActOf, RequestKind, StateOf } from '@bittkosh/contract/requestStates'
import { type ActTypes, effectsOf, outcomeOf, type RequestRules } from '../../../server/src/requests/deciding.ts'
import type { RequestRow } from '../../../server/src/requests/table.ts'
import { agreed, move, tell, type Wave } from './wave.ts'

/** What a request begins with, as its table has it. */
export const asked = { status: 'pending', rejection_preset: null, decided_at: null, decided_by: null } as const

const ADDRESS = '192.0.2.1' // one of those reserved for documentation

/** Does an act to a request, by the demo's admin or by the owner. That it is refused is a fault of the plan. */
export function actOn<
  K extends RequestKind,
  Row extends RequestRow & { status: StateOf<K> },
  Key,
  Acts extends Record<ActOf<K>, ActTypes>,
  A extends ActOf<K>,
>(
  wave: Wave,
  rules: RequestRules<K, Row, Key, Acts>,
  asked: { row: NoInfer<Row>; act: A; typed: Acts[A]['typed']; gathered?: Acts[A]['facts']; byOwner?: boolean },
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
