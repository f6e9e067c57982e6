import { listDeposits } from '@bittkosh/contract/deposits'
import { paise, ppm } from '@bittkosh/contract/money'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { deposit } from '../deposits/testing/deposit.ts'
import { settingWords } from '../settings/words.ts'
import { showPage } from '../testing/showPage.tsx'
import { signInAs } from '../testing/signInAs.ts'
import { Findings } from './Findings.tsx'

const found = z.encode(listDeposits.reply, {
  data: [{ ...deposit, id: 77 }],
  pagination: { current_page: 1, last_page: 20, total: 100 },
  counts: { pending: 100, approved: 0, rejected: 0, reversed: 0 },
  is_cut: false,
  excess_percentage: ppm(100_000n),
  unusual_above: paise(2_00_000_00n),
})

test('a found record opens in a list of itself: a list of everything that matches may not contain it', async () => {
  signInAs('finance')
  vi.stubGlobal('fetch', async (address: string) =>
    address.includes('/deposits?') ? Response.json(found) : new Promise<Response>(() => {}),
  )
  showPage({ path: '/', component: () => <Findings typed="rao" pages={[]} settings={settingWords} /> })
  const link = await screen.findByRole('link', { name: /#77/ })
  expect(link.getAttribute('href')).toBe('/admin/deposits?status=all&search=%2377&id=77')
})

test('hits of the text before are marked as such, so that Enter opens none of them', async () => {
  signInAs('finance')
  const answers = { search: '' }
  vi.stubGlobal('fetch', (address: string) => {
    answers.search = new URL(address, 'http://localhost').searchParams.get('search') ?? ''
    if (!address.includes('/deposits?') || answers.search !== 'rao') return new Promise(() => {})
    return Promise.resolve(Response.json(found))
  })
  function Example() {
    const [typed, setTyped] = useState('rao')
    return (
      <>
        <button type="button" onClick={() => setTyped('ravi')}>
          Type
        </button>
        <Findings typed={typed} pages={[]} settings={settingWords} />
      </>
    )
  }
  showPage({ path: '/', component: Example })
  const isOld = () => screen.getByRole('link', { name: /#77/ }).closest('section')?.dataset['old']
  await screen.findByRole('link', { name: /#77/ })
  await waitFor(() => expect(isOld()).toBeUndefined())
  await userEvent.click(screen.getByRole('button', { name: 'Type' }))
  expect(isOld()).toBe('true')
  await waitFor(() => expect(answers.search).toBe('ravi'))
  expect(isOld()).toBe('true')
})
