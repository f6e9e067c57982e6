import { expect, test } from 'vitest'
import { chatAddress } from './chatAddress.ts'

test.each([
  ['https://chat.example/room?id=4', 'https://chat.example/room?id=4'],
  [' https://chat.example ', 'https://chat.example/'],
  ['', null],
  ['chat.example', null],
  ['http://chat.example', null],
  ['javascript:alert(1)', null],
  ['data:text/html,hello', null],
  ['//chat.example', null],
  ['https://kosh.example/support', null], // our own origin
  ['https://kosh.example@chat.example/', null],
])('%s is framed as %s', (setting, framed) => {
  expect(chatAddress(setting, 'https://kosh.example')).toBe(framed)
})
