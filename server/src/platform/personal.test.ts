/** How the names of a closed account are found in texts by others. */
import { expect, test } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'
import { onlyRow } from './database/database.ts'
import { sql } from './database/sql.ts'
import { mayContain, withoutNames } from './personal.ts'

const { db } = await testDatabase()
const person = {
  names: ['Asha Rao', 'Asha Rao-Iyer', 'A. (Baby) Rao'],
  contacts: ['asha.rao@example.test', '+919876543210', '9876543210'],
}

async function isFound(text: string, contacts = person.contacts): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select ${mayContain(sql`${text}::text`, contacts)} as found`.execute(db)
  return onlyRow(rows, text).found
}

test.each([
  ['+919876543210', 'Closed account'],
  ['9876543210', 'Closed account'],
  ['919876543210', 'Closed account'],
  ['00919876543210', 'Closed account'],
  ['09876543210', 'Closed account'],
  ['98765 43210', 'Closed account'],
  ['98765-43210', 'Closed account'],
  ['+91 98765 43210', 'Closed account'],
  ['+91-98765-43210', 'Closed account'],
  ['+91 (0) 98765.43210', '+91 (Closed account'],
  ['(+91) 987 654 3210', '(Closed account'],
  ['0 98 76 54 32 10', 'Closed account'],
  ['98765\u00a043210', 'Closed account'],
  ['98765\u2013432 10', 'Closed account'],
  ['98765/43210', 'Closed account'],
  ['called:98765 43210.', 'called:Closed account.'],
  ['phone9876543210, twice on 3.4.2026', 'phoneClosed account, twice on 3.4.2026'],
  ['2 calls: 98765 43210 98765-43210', '2 calls: Closed account Closed account'],
  ['ASHA.RAO@example.test', 'Closed account'],
])('%j is erased and leaves %j', async (text, left) => {
  expect(withoutNames(text, person)).toBe(left)
  expect(await isFound(text)).toBe(true)
})

test.each([
  '98765432101',
  '198765 43210',
  '98765 4321',
  '98765 and 43210',
  '₹98,765, then ₹43,210',
  'masha.rao@example.test',
  'Asha Raoul',
])('%j is somebody else’s', (text) => expect(withoutNames(text, person)).toBe(text))

test('no text contains a contact of somebody who has none', async () => {
  expect(await isFound('98765 43210', [])).toBe(false)
})

test.each([
  ['for asha rao, from ASHA RAO-IYER', 'for Closed account, from Closed account'],
  ['A. (Baby) Rao asked', 'Closed account asked'],
])('%j without the names is %j', (text, left) => expect(withoutNames(text, person)).toBe(left))
