import { getProfile } from '@bittkosh/contract/profile'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { keepDraft } from '../api/draft.ts'
import { queryClient, reading } from '../api/queries.ts'
import { refresh } from '../api/refresh.ts'
import { sentProfile } from '../testing/profile.ts'
import { showPage } from '../testing/showPage.tsx'
import { signInAs } from '../testing/signInAs.ts'
import { KycSection } from './KycSection.tsx'

type GovtIds = ReturnType<typeof sentProfile>['govt_ids']
const pan: GovtIds[number] = {
  id: 4,
  type: 'pan',
  type_label: 'PAN',
  status: 'approved',
  submitted_at: '2026-11-21T05:00:00Z',
  id_number: 'ABCDE****F',
  rejection_reason: null,
  urls: [],
}

function open(govt_ids: GovtIds) {
  vi.stubGlobal('fetch', async (address: string) =>
    address === '/api/profile'
      ? Response.json(sentProfile({ govt_ids }))
      : Response.json({ message: 'not now', code: 'broken' }, { status: 500 }),
  )
  showPage({ path: '/profile', component: KycSection })
}

test('the state of a document is shown once, beside its name', async () => {
  open([pan])
  await screen.findByText(/ABCDE/)
  expect(screen.getAllByText('Approved')).toHaveLength(1)
})

test('without a document the card itself says that there is none', async () => {
  open([])
  expect(await screen.findByText('Not submitted')).toBeDefined()
})

test('all missing fields are marked at once', async () => {
  open([])
  await userEvent.click(await screen.findByRole('button', { name: 'Submit for verification' }))
  expect(screen.getByText('Please enter your government ID number')).toBeDefined()
  expect(screen.getAllByText('Please upload all required images')).toHaveLength(2)
  expect(screen.getByRole('checkbox').getAttribute('aria-invalid')).toBe('true')
})

test('a submitted document leads the focus to where its state is shown', async () => {
  const pristine = { type: '', number: '', 'aadhar front': '', 'aadhar back': '', 'pan front': '', 'pan back': '' }
  const values = { ...pristine, type: 'pan', number: 'ABCPE1234F', 'pan front': '/api/files/first' }
  signInAs('owner') // drafts are kept per person
  keepDraft('kyc', { pristine, values })
  open([])
  await userEvent.click(await screen.findByRole('checkbox'))
  vi.stubGlobal('fetch', async () => Response.json(sentProfile({ govt_ids: [{ ...pan, status: 'pending' }] })))
  await userEvent.click(screen.getByRole('button', { name: 'Submit for verification' }))
  await screen.findByText(/Your document is being checked/)
  expect(document.activeElement?.textContent).toContain('Your document is being checked')
})

test('what is filled in stays if the profile could not be refetched', async () => {
  open([])
  const agree = await screen.findByRole('checkbox')
  await userEvent.click(agree)
  vi.stubGlobal('fetch', async () => Response.json({ message: 'broken' }, { status: 500 }))
  await act(() => refresh(getProfile))
  expect(queryClient.getQueryState(reading(getProfile).queryKey)?.status).toBe('error')
  expect(screen.getByRole('checkbox')).toHaveProperty('checked', true)
})

test('once a second document is submitted, no empty form for another one stays', async () => {
  const aadhar: GovtIds[number] = {
    ...pan,
    id: 3,
    type: 'aadhar',
    type_label: 'Aadhar Card',
    id_number: 'XXXX XXXX 4321',
  }
  open([aadhar])
  await userEvent.click(await screen.findByRole('button', { name: 'Add your PAN' }))
  expect(document.activeElement).toBe(screen.getByLabelText(/PAN number/))
  const submitted = sentProfile({ govt_ids: [aadhar, { ...pan, status: 'pending' }] })
  vi.stubGlobal('fetch', async () => Response.json(submitted))
  await act(() => refresh(getProfile))
  await screen.findByText(/Your document is being checked/)
  expect(screen.queryByRole('button', { name: 'Submit for verification' })).toBeNull()
})
