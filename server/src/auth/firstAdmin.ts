import { randomBytes } from 'node:crypto'
import { NO_PHONE } from '@bittkosh/contract/contact'
import { composed } from '@bittkosh/contract/shapes'
import { base32nopad } from '@scure/base'
import { transaction, type Tx } from '../platform/database/database.ts'
import { hashPassword } from '../platform/identity/passwords.ts'
import type { Services } from '../platform/services.ts'
import { sql } from '../platform/database/sql.ts'
import { createUser } from './actions.ts'
import { adminExists } from './queries.ts'

const FIRST_ADMIN_LOCK = 7_302_002

/**
 * Creates the first admin if there is none, once however many processes start together, and in the same transaction runs
 * `seeds`, because no later start knows that it lacks them. Returns the account and, if the configuration gives no
 * password, the generated one: it is stored nowhere, so it must be printed before anything else can fail.
 */
export async function ensureFirstAdmin(
  { config, db, clock }: Services,
  seeds: readonly ((tx: Tx, at: Date) => Promise<void>)[],
): Promise<{ email: string; password?: string } | null> {
  const email = config.adminEmail.toLowerCase()
  const made = config.adminPassword === null ? base32nopad.encode(randomBytes(10)).toLowerCase() : null // 80 bits
  return transaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${FIRST_ADMIN_LOCK})`.execute(tx)
    if (await adminExists(tx)) return null
    const at = clock.now()
    await createUser(tx, {
      name: 'Admin',
      email,
      phone: NO_PHONE,
      // Hashing inside the transaction blocks nobody: the program does not listen yet.
      passwordHash: await hashPassword(composed(config.adminPassword ?? made ?? '')),
      role: 'admin',
      roles: ['owner'],
      referredBy: null,
      proven: 'both',
      welcome: false,
      at,
    })
    for (const seed of seeds) await seed(tx, at)
    return made === null ? { email } : { email, password: made }
  })
}
