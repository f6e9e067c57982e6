import { alreadyDecided } from '@bittkosh/contract/decisions'
import * as calls from '@bittkosh/contract/kyc'
import { idTypeLabels } from '@bittkosh/contract/kyc'
import { reasonText } from '@bittkosh/contract/words/reasons'
import { demandUnlinked, type ExportColumns, exportList, record } from '../audit/actions.ts'
import { notify } from '../notifications/actions.ts'
import type { Db } from '../platform/database.ts'
import {
  type Answer,
  type Call,
  demandFreshCode,
  read,
  type Route,
  stages,
  write,
  type TxOf,
} from '../platform/http.ts'
import { keyRing } from '../platform/keys.ts'
import { paginationOf, sliceOf } from '../platform/lists.ts'
import { refuse } from '../platform/refuse.ts'
import { pictureLinks } from '../uploads/actions.ts'
import { openNumber } from './numbers.ts'
import {
  countPending,
  decideRecord,
  type ExportedRecord,
  exportedRecords,
  lockRecord,
  pendingRecords,
} from './queries.ts'

export const routes: Route[] = [
  read(calls.listPendingKyc, listPendingKyc),
  stages(calls.exportPendingKyc, exportPendingKyc),
  write(calls.verifyKyc, verifyKyc),
  write(calls.revealKyc, revealKyc),
]

export async function listPendingKyc(
  { query, user, at, services: { config } }: Call<typeof calls.listPendingKyc>,
  db: Db,
): Promise<Answer<typeof calls.listPendingKyc>> {
  const { search } = query
  const [total, totalPending] = await Promise.all([countPending(db, search), countPending(db, undefined)])
  const rows = await pendingRecords(db, { search, ...sliceOf(query, { total, search }) })
  return {
    data: rows.map((row) => ({
      user_id: row.user_id,
      kyc_id: row.id,
      name: row.name,
      email: row.email,
      phone: row.phone,
      registered_at: row.registered_at,
      rejected_before: row.rejected_before,
      pending_ids: [
        {
          index: row.position,
          type: row.type,
          type_label: idTypeLabels.en[row.type],
          submitted_at: row.submitted_at,
          id_number: row.masked_number,
          flags: row.seen_before ? [...row.flags, 'seen_before' as const] : row.flags,
          urls: pictureLinks(config, { files: row.pictures, viewer: user.id, at }),
        },
      ],
    })),
    total_pending: totalPending,
    pagination: paginationOf(query, total),
  }
}

export async function exportPendingKyc(
  call: Call<typeof calls.exportPendingKyc>,
): Promise<Answer<typeof calls.exportPendingKyc>> {
  const { search } = call.query
  return exportList(call, {
    list: 'kyc',
    subject: 'kyc',
    filter: { search },
    rows: exportedRecords(search),
    columns: exportColumns,
  })
}

export async function verifyKyc(
  { params: { userId }, body, user: admin, at, address, language }: Call<typeof calls.verifyKyc>,
  tx: TxOf<typeof calls.verifyKyc>,
): Promise<Answer<typeof calls.verifyKyc>> {
  const row = await lockRecord(tx, userId, body.id_index)
  if (!row) return refuse(tx, 'not_found')
  if (body.kyc_id !== undefined && body.kyc_id !== row.id) return refuse(tx, 'changed_meanwhile')
  if (row.status !== 'pending') {
    const decidedAt = row.decided_at ?? row.submitted_at
    return refuse(tx, alreadyDecided({ status: row.status, by: row.decided_by_name, decidedAt, now: at }))
  }
  await demandUnlinked(tx, { admin: admin.id, user: userId })
  const isRejected = body.status === 'rejected'
  const preset = isRejected ? (body.rejection_preset ?? null) : null
  const note = isRejected ? body.rejection_reason || null : null
  if (isRejected && !preset && !note)
    return refuse(tx, { code: 'rejection_reason_required', field: 'rejection_reason' })
  await decideRecord(tx, { id: row.id, status: body.status, preset, reason: note, admin: admin.id, at })
  const told = { user: userId, about: row.id }
  await notify(
    tx,
    at,
    isRejected
      ? { ...told, kind: 'kyc_rejected', values: { document: row.type, preset, note } }
      : { ...told, kind: 'kyc_approved', values: { document: row.type } },
  )
  await record(tx, at, {
    admin: admin.id,
    action: `kyc ${body.status}`,
    subject: 'kyc',
    subjectId: row.id,
    address,
    before: { status: 'pending' },
    after: {
      status: body.status,
      user: userId,
      index: row.position,
      type: row.type,
      id_number: row.masked_number,
      rejection_preset: preset,
    },
    reason: note,
  })
  return {
    user_id: userId,
    kyc_id: row.id,
    index: row.position,
    type: row.type,
    type_label: idTypeLabels.en[row.type],
    status: body.status,
    submitted_at: row.submitted_at,
    decided_at: at,
    id_number: row.masked_number,
    rejection_reason: reasonText(language, { preset, note }),
  }
}

export async function revealKyc(
  call: Call<typeof calls.revealKyc>,
  tx: TxOf<typeof calls.revealKyc>,
): Promise<Answer<typeof calls.revealKyc>> {
  const { body, user: admin, at, address } = call
  const { userId } = call.params
  const { config } = call.services
  demandFreshCode(call)
  const row = await lockRecord(tx, userId, body.id_index)
  if (!row) return refuse(tx, 'not_found')
  await record(tx, at, {
    admin: admin.id,
    action: 'kyc number revealed',
    subject: 'kyc',
    subjectId: row.id,
    address,
    after: { user: userId, index: row.position, type: row.type },
    reason: body.reason,
  })
  const sealed = row.sealed_number
  return { id_number: sealed ? openNumber(keyRing(config), { sealed, user: userId }) : row.masked_number }
}

const exportColumns: ExportColumns<ExportedRecord> = {
  kyc_id: (row) => row.id,
  user_id: (row) => row.user_id,
  user: (row) => row.name,
  email: (row) => row.email,
  phone: (row) => row.phone,
  registered_at: (row) => row.registered_at,
  document: (row, language) => idTypeLabels[language][row.type],
  submitted_at: (row) => row.submitted_at,
  rejected_before: (row) => row.rejected_before,
}
