/** Support conversations of some demo users: some wait for an answer, some have one, some are closed. */
import type { Tx } from '../../server/src/platform/database/database.ts'
import { sql } from '../../server/src/platform/database/sql.ts'
import { insertConversation, insertMessage } from '../../server/src/support/queries.ts'
import { stateAfter } from '../../server/src/support/rules.ts'
import type { Person } from './lives/lives.ts'

const EVERY = 40 // one in this many people writes
const HOUR_MS = 3_600_000

/** Questions, each with its answer. */
export const asked = [
  [
    'My deposit is still not in my wallet. I paid this morning by UPI.',
    'We have found it. It will be in your wallet today.',
  ],
  ['मेरा KYC कब तक मंज़ूर होगा?', 'आज शाम तक जाँच पूरी हो जाएगी।'],
  [
    'When does my plan pay out? The date is a Sunday.',
    'At 00:00 on that day, Sundays too. You can claim it any time after.',
  ],
  ['I typed a wrong digit in the UTR. Can you correct it?', 'Please send a picture of the payment, and we compare it.'],
] as const

/** Starts them within the last days before `now`, after their person has registered. */
export async function writeConversations(
  tx: Tx,
  people: readonly Person[],
  { admin, now }: { admin: number; now: Date },
): Promise<void> {
  for (const { number, id, registeredAt, isActive } of people.filter(({ number }) => number % EVERY === 7)) {
    const turn = Math.floor(number / EVERY)
    const begunAt = new Date(now.getTime() - (1 + (turn % 60)) * HOUR_MS)
    if (!isActive || begunAt <= registeredAt) continue
    const [question, answer] = asked[turn % asked.length] ?? asked[0]
    const about = turn % asked.length === 0 ? await latestDeposit(tx, id) : null
    const conversation = await insertConversation(tx, begunAt, { user: id }, about)
    const message = { conversation, pictures: [] }
    await insertMessage(tx, begunAt, { ...message, admin: null, text: question }, stateAfter({ by: 'person' }))
    if (turn % 3 === 0) continue
    const answeredAt = new Date(begunAt.getTime() + HOUR_MS / 2)
    const state = stateAfter({ by: 'support', close: turn % 3 === 2 })
    await insertMessage(tx, answeredAt, { ...message, admin, text: answer }, state)
  }
}

async function latestDeposit(tx: Tx, user: number) {
  const { rows } = await sql<{ id: number }>`
    select id from deposits where user_id = ${user} order by created_at desc, id desc limit 1`.execute(tx)
  const [deposit] = rows
  return deposit ? ({ kind: 'deposit', id: deposit.id } as const) : null
}
