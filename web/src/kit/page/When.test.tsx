import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../testing/show.tsx'
import { Since } from './When.tsx'

const DAY_MS = 86_400_000

test.each([3, 197])('a day %d days ago says how long ago, once', (days) => {
  show(<p>{<Since at={new Date(Date.now() - days * DAY_MS)} />}</p>)
  expect(screen.getByText(/·/).textContent).toMatch(new RegExp(`^\\d{1,2} [A-Z][a-z]+ \\d{4} · ${days} days$`))
})
