/** What every row of a queue shows of admins' notes; apart from notes.ts, whose calls the users' pages don't need. */
import * as z from 'zod/mini'
import { person } from './shapes.ts'

/** Labels that do not affect money: none of them blocks anything. */
export const flagKinds = ['watch', 'fraud', 'vip', 'called'] as const
export const flagKind = z.enum(flagKinds)
export type FlagKind = z.output<typeof flagKind>

/** The flags of the record and of its person, and the admin it is assigned to. */
export const marks = z.object({ flags: z.array(flagKind), assigned_to: z.nullable(person) })
export type Marks = z.output<typeof marks>
