import { expect, test } from 'vitest'
import { iconToStore } from './rules.ts'

const OURS = 'https://bittkosh.example'

test.each([
  ['a picture of ours is kept as its path', `${OURS}/icons/plans/suraj.svg`, '/icons/plans/suraj.svg'],
  ['its path stays as it is', '/icons/plans/suraj.svg', '/icons/plans/suraj.svg'],
  [
    'a picture elsewhere is kept as it is',
    'https://cdn.example/icons/plans/a.png',
    'https://cdn.example/icons/plans/a.png',
  ],
  ['another page of ours is kept as it is', `${OURS}/api/x`, `${OURS}/api/x`],
])('%s', (_name, link, stored) => {
  expect(iconToStore(link, OURS)).toBe(stored)
})
