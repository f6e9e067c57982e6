/** The demo's admins: two owners, so that one sees what the other proposed, and one for each kind of daily work. */
import type { Role } from '@bittkosh/contract/roles'
import { keysOf } from '@bittkosh/contract/tables'
import { createUser } from '../../../server/src/auth/actions.ts'
import { transaction } from '../../../server/src/platform/database/database.ts'
import { sql } from '../../../server/src/platform/database/sql.ts'
import type { Caller, Desk } from './desk.ts'

export const TEAM = {
  owner: { name: 'Vikram Sethi', email: 'vikram@team.example.test', role: 'owner' },
  secondOwner: { name: 'Leela Nair', email: 'leela@team.example.test', role: 'owner' },
  finance: { name: 'Imran Qureshi', email: 'imran@team.example.test', role: 'finance' },
  identity: { name: 'Kabir Menon', email: 'kabir@team.example.test', role: 'kyc' },
  support: { name: 'Tara Bose', email: 'tara@team.example.test', role: 'support' },
} as const satisfies Record<string, { name: string; email: string; role: Role }>
export type Team = Record<keyof typeof TEAM, Caller>

const FOUR_EYES_RUPEES = 100_000

/** Creates the missing admins, and turns four eyes on unless they are on. */
export async function openTeam(desk: Desk, passwordHash: string): Promise<Team> {
  const places = keysOf(TEAM)
  const team = {} as Team
  for (const [n, place] of places.entries()) {
    const { name, email, role } = TEAM[place]
    const { rows } = await sql<{ id: number }>`select id from users where email = ${email}`.execute(desk.db)
    const made = () =>
      transaction(desk.db, (tx) =>
        createUser(tx, {
          name,
          email,
          phone: `+91810000000${n}`,
          passwordHash,
          role: 'admin',
          roles: [role],
          referredBy: null,
          proven: 'both',
          welcome: false,
          at: desk.now(),
        }),
      )
    team[place] = { id: rows[0]?.id ?? (await made()), role: 'admin' }
  }
  await turnFourEyesOn(desk, team)
  return team
}

async function turnFourEyesOn(desk: Desk, { owner }: Team): Promise<void> {
  const { value } = await desk.call<{ value: unknown }>(owner, { method: 'GET', path: '/settings/four_eyes_above' })
  if (value !== null && value !== '') return
  const body = { value: FOUR_EYES_RUPEES }
  await desk.call(owner, { method: 'PUT', path: '/settings/four_eyes_above', body })
}
