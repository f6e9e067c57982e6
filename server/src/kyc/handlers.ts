import * as calls from '@bittkosh/contract/kyc'
import { idTypeLabels, type KycDecision } from '@bittkosh/contract/kyc'
import type { Language } from '@bittkosh/contract/language'
import type { Role } from '@bittkosh/contract/roles'
import { actOfVerdict, isWaiting, statesOf } from '@bittkosh/contract/requestStates'
import { reasonText } from '@bittkosh/contract/words/reasons'
import { type ExportColumns, linkedTo, record } from '../audit/actions.ts'
import type { Db } from '../platform/database/database.ts'
import { type Answer, type Call, read, type Route, writeInStages, type TxOf, write } from '../platform/http/http.ts'
import { keyRing } from '../platform/files/keys.ts'
import { totalOf } from '../platform/lists.ts'
import { refuse } from '../platform/http/refuse.ts'
import { actOn, byAdmin } from '../requests/deciding.ts'
import { exportOf, pageOf } from '../requests/listing.ts'
import { requesterOf } from '../requests/serialize.ts'
import { pictureLinks } from '../uploads/actions.ts'
import { lockedRecord } from './actions.ts'
import { consentOf } from './rules.ts'
import { kycRules } from './deciding.ts'
import { openNumber } from './numbers.ts'
import { type ExportedRecord, kycRecords, type KycRow, lockRecord, recordsOf, type WaitingRow } from './queries.ts'

export const routes: Route[] = [
  read(calls.listPendingKyc, listPendingKyc),
  writeInStages(calls.exportPendingKyc, exportPendingKyc),
  write(calls.verifyKyc, verifyKyc),
  write(calls.revokeKyc, revokeKyc),
  write(calls.revealKyc, revealKyc),
  write(calls.openLockedKyc, openLockedKyc),
]

const waiting = statesOf('kyc').filter(isWaiting)

export async function listPendingKyc(
  { query, user, at, settings, services: { config } }: Call<typeof calls.listPendingKyc>,
  db: Db,
): Promise<Answer<typeof calls.listPendingKyc>> {
  const [{ rows, pagination }, all] = await Promise.all([
    pageOf<'kyc', KycRow, WaitingRow>(db, kycRecords, {
      query: { ...query, among: waiting },
      at,
      settings,
    }),
    kycRecords.counts(db, { search: undefined, statuses: waiting }),
  ])
  const linked = await linkedTo(db, { admin: user.id, users: rows.map((row) => row.user_id) })
  return {
    data: rows.map((row) => ({
      user_id: row.user_id,
      kyc_id: row.id,
      ...requesterOf(row),
      is_linked_to_you: linked.has(row.user_id),
      rejected_before: row.rejected_before,
      marks: row.marks,
      pending_ids: [
        {
          index: row.position,
          type: row.type,
          type_label: idTypeLabels.en[row.type],
          submitted_at: row.submitted_at,
          id_number: row.masked_number,
          flags: row.seen_before ? [...row.flags, 'seen_before' as const] : row.flags,
          urls: pictureLinks(config, { files: row.pictures, viewer: user.id, at }),
          consent: consentOf(row),
        },
      ],
    })),
    total_pending: totalOf(all.counts, undefined),
    pagination,
  }
}

export async function exportPendingKyc(
  call: Call<typeof calls.exportPendingKyc>,
): Promise<Answer<typeof calls.exportPendingKyc>> {
  return exportOf(call, { kind: 'kyc', table: kycRecords, columns: exportColumns, among: waiting })
}

export async function verifyKyc(
  call: Call<typeof calls.verifyKyc>,
  tx: TxOf<typeof calls.verifyKyc>,
): Promise<Answer<typeof calls.verifyKyc>> {
  const { params, body } = call
  const act = actOfVerdict[body.status]
  const key = { user: params.userId, index: body.id_index, seen: body.kyc_id }
  return serializeDecision(await actOn(tx, kycRules, { act, key, typed: body, ...byAdmin(call) }), call)
}

export async function revokeKyc(
  call: Call<typeof calls.revokeKyc>,
  tx: TxOf<typeof calls.revokeKyc>,
): Promise<Answer<typeof calls.revokeKyc>> {
  const { params, body } = call
  const key = { user: params.userId, index: body.id_index, seen: body.kyc_id }
  return serializeDecision(await actOn(tx, kycRules, { act: 'revoke', key, typed: body, ...byAdmin(call) }), call)
}

function serializeDecision(row: KycRow, { at, language }: { at: Date; language: Language }): KycDecision {
  return {
    user_id: row.user_id,
    kyc_id: row.id,
    index: row.position,
    type: row.type,
    type_label: idTypeLabels.en[row.type],
    status: row.status,
    submitted_at: row.submitted_at,
    decided_at: row.decided_at ?? at,
    id_number: row.masked_number,
    rejection_reason: reasonText(language, { preset: row.rejection_preset, note: row.rejection_reason }),
  }
}

export async function revealKyc(
  call: Call<typeof calls.revealKyc>,
  tx: TxOf<typeof calls.revealKyc>,
): Promise<Answer<typeof calls.revealKyc>> {
  const { body, user: admin } = call
  const { userId } = call.params
  const { config } = call.services
  const row = await lockRecord(tx, userId, body.id_index)
  if (!row || !mayReveal(row, admin.roles)) return refuse(tx, 'not_found')
  const after = { user: userId, index: row.position, type: row.type }
  record(tx, call, { action: 'kyc number revealed', subject: 'kyc', subjectId: row.id, after, reason: body.reason })
  const sealed = row.sealed_number
  return { id_number: sealed ? openNumber(keyRing(config), { sealed, user: userId }) : row.masked_number }
}

export async function openLockedKyc(
  call: Call<typeof calls.openLockedKyc>,
  tx: TxOf<typeof calls.openLockedKyc>,
): Promise<Answer<typeof calls.openLockedKyc>> {
  const { userId } = call.params
  const rows = await recordsOf(tx, [userId])
  const opened = rows.flatMap((row) =>
    lockedRecord(row).map((shown) => ({
      ...shown,
      id_number: row.masked_number,
      urls: pictureLinks(call.services.config, { files: row.pictures, viewer: call.user.id, at: call.at }),
    })),
  )
  if (opened.length === 0) return refuse(tx, 'not_found')
  record(tx, call, { action: 'kyc lock opened', subject: 'user', subjectId: userId, reason: call.body.reason })
  return opened
}

/** Only an owner may still read the number of a closed account. */
function mayReveal({ locked_until: lockedUntil }: KycRow, roles: readonly Role[]): boolean {
  return lockedUntil === null || roles.includes('owner')
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
