import { expect, test } from 'vitest'
import { shown } from './statements.ts'

test.each([
  ['select count(*) from outbox where sent_at is null', 'select outbox'],
  ['\n  insert into "outbox" (channel) values ($1)', 'insert outbox'],
  ['update users set name = $1 where id = $2', 'update users'],
  ['with locked_0 as materialized (select from accounts for update) select from locked_0', 'with accounts'],
  ['with alongside_0 as (insert into notices values ($1)) select ledger_post($2) as transfers', 'with ledger_post'],
  ['select note_changes($1)', 'select note_changes'],
  ['commit', 'commit'],
])('%s is called %s', (text, name) => {
  expect(shown(text).name).toBe(name)
})

test('its text is one line, cut to its beginning', () => {
  expect(shown('select 1,\n       2').text).toBe('select 1, 2')
  expect(shown(`select ${'1, '.repeat(1_000)} 1`).text).toHaveLength(500)
})
