import { listAudit } from '@bittkosh/contract/audit'
import { revokeKyc } from '@bittkosh/contract/kyc'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { queryClient } from '../api/queries.ts'
import { show } from '../testing/show.tsx'
import RevokeKyc from './RevokeKyc.tsx'

test('a revoked approval is in the audit trail at once', async () => {
  queryClient.setQueryData([listAudit.path], {})
  const decided = {
    user_id: 7,
    kyc_id: 3,
    index: 0,
    type: 'pan' as const,
    type_label: 'PAN',
    status: 'rejected' as const,
    submitted_at: new Date(0),
    decided_at: new Date(0),
    id_number: '',
    rejection_reason: 'Forged card',
  }
  vi.stubGlobal('fetch', async () => Response.json(z.encode(revokeKyc.reply, decided)))
  show(<RevokeKyc user={{ id: 7, name: 'Asha Rao' }} document={{ id: 3, index: 0, type: 'pan' }} onClose={vi.fn()} />)
  await userEvent.type(screen.getByLabelText('Reason, as the user will read it'), 'Forged card')
  await userEvent.click(screen.getByRole('button', { name: 'Revoke' }))
  await waitFor(() => expect(queryClient.getQueryState([listAudit.path])?.isInvalidated).toBe(true))
})
