import { listDeposits } from '@bittkosh/contract/deposits'
import { paise, ppm } from '@bittkosh/contract/money'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { deposit } from '../deposits/testing/deposit.ts'
import { settingWords } from '../settings/words.ts'
import { showPage } from '../testing/showPage.tsx'
import { signInAs } from '../testing/signInAs.ts'
import { Findings } from './Findings.tsx'

test('a found record opens in a list of itself: a list of everything that matches may not contain it', async () => {
  signInAs('finance')
  const found = z.encode(listDeposits.reply, {
    data: [{ ...deposit, id: 77 }],
    pagination: { current_page: 1, last_page: 20, total: 100 },
    counts: { pending: 100, approved: 0, rejected: 0, reversed: 0 },
    is_cut: false,
    excess_percentage: ppm(100_000n),
    unusual_above: paise(2_00_000_00n),
  })
  vi.stubGlobal('fetch', async (address: string) =>
    address.includes('/deposits?') ? Response.json(found) : new Promise<Response>(() => {}),
  )
  showPage({ path: '/', component: () => <Findings typed="rao" pages={[]} settings={settingWords} /> })
  const link = await screen.findByRole('link', { name: /#77/ })
  expect(link.getAttribute('href')).toBe('/admin/deposits?status=all&search=%2377&id=77')
})
