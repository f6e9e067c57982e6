import { expect, test } from 'vitest'
import { iconLink, iconToStore } from './rules.ts'

const OURS = 'https://bittkosh.example'

test.each([
  ['a picture of ours is kept as its path', `${OURS}/icons/suraj.svg`, '/icons/suraj.svg'],
  ['a picture elsewhere is kept as it is', 'https://cdn.example/icons/a.png', 'https://cdn.example/icons/a.png'],
  ['another page of ours is kept as it is', `${OURS}/api/x`, `${OURS}/api/x`],
])('%s', (_name, link, stored) => {
  expect(iconToStore(link, OURS)).toBe(stored)
  expect(iconLink(stored, OURS)).toBe(link)
})

test('a kept path is answered at the new address when the program moves', () => {
  expect(iconLink(iconToStore(`${OURS}/icons/suraj.svg`, OURS), 'https://new.example')).toBe(
    'https://new.example/icons/suraj.svg',
  )
})
