import type { Role } from '@bittkosh/contract/roles'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { signInAs } from '../testing/signInAs.ts'
import { withdrawal } from './testing/withdrawal.ts'
import { WithdrawalDocument } from './WithdrawalDocument.tsx'

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
})

test.each<[Role, boolean]>([
  ['finance', true],
  ['support', false],
  ['viewer', false],
])('whether %s can start paying: %s', (role, mayPay) => {
  signInAs(role)
  show(<WithdrawalDocument withdrawal={withdrawal} acts={{}} />)
  screen.getByRole('heading', { name: 'Withdrawal #12' })
  expect(screen.queryByRole('button', { name: 'Start paying' }) !== null).toBe(mayPay)
})
