/** What every row of a queue shows of what admins noted; apart from notes.ts, whose calls the pages of users don't need. */
import * as z from 'zod/mini'
import { person } from './shapes.ts'

/** Labels without a judgement of money: none of them prevents anything. */
export const flagKinds = ['watch', 'fraud', 'vip', 'called'] as const
export const flagKind = z.enum(flagKinds)
export type FlagKind = z.output<typeof flagKind>

/** The flags of the record and of its person, and whose turn it is. */
export const marks = z.object({ flags: z.array(flagKind), assigned_to: z.nullable(person) })
export type Marks = z.output<typeof marks>
