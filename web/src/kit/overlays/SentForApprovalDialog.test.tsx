import { act, cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showPage } from '../../testing/showPage.tsx'
import { announceSent } from './sentForApproval.ts'
import { SentForApprovalDialog } from './SentForApprovalDialog.tsx'

test('what one admin has sent is not shown to the next, who signs in over it', async () => {
  const open = () => showPage({ path: '/admin', component: () => <SentForApprovalDialog /> })
  open()
  act(announceSent)
  await screen.findByRole('dialog', { name: 'Sent for approval' })
  cleanup() // the frame goes with the session
  showPage({
    path: '/admin',
    component: () => (
      <>
        <p>Panel</p>
        <SentForApprovalDialog />
      </>
    ),
  })
  await screen.findByText('Panel')
  expect(screen.queryByRole('dialog')).toBeNull()
})
