import { expect, test } from 'vitest'
import { withoutPerson } from './rules.ts'

const person = {
  id: 7,
  at: new Date(0),
  isAdmin: false,
  names: ['Asha Rao'],
  contacts: ['asha@example.test', '+919876543210'],
}
const searched = (search: string) =>
  withoutPerson({ before: null, after: { search, sort: 'newest' }, reason: null }, person)

test.each(['Asha', 'sha r', 'ASHA@', '9876543210', '98765 432', '+91-98765'])(
  'a search for %j found the person',
  (search) => expect(searched(search).after).toEqual({ search: '', sort: 'newest' }),
)

test.each(['', 'as', '9 8', '---', 'Ravi', '98764'])('a search for %j stays', (search) =>
  expect(searched(search).after).toEqual({ search, sort: 'newest' }),
)
