import { randomBytes } from 'node:crypto'
import { sql } from '../../server/src/platform/database/sql.ts'
import type { TestServer, TestUser } from './server.ts'

/** Links accounts as if both had signed in from one browser. */
export async function shareBrowser({ services, clock }: TestServer, users: readonly TestUser[]): Promise<void> {
  const at = clock.now()
  await sql`
    insert into user_devices (user_id, device_hash, first_seen_at, last_seen_at)
    select id, ${randomBytes(32)}, ${at}, ${at} from unnest(${users.map(({ id }) => id)}::integer[]) as u (id)`.execute(
    services.db,
  )
}
