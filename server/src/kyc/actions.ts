/** What KYC offers to other rooms: submitting a record (PUT /profile), a user's records, and whether money may leave. */
import {
  type AdminGovtId,
  type GovtId,
  idTypeLabels,
  type KycForm,
  type KycFormCode,
  type LockedRecord,
} from '@bittkosh/contract/kyc'
import { isPermitted } from '@bittkosh/contract/permissions'
import type { Language } from '@bittkosh/contract/language'
import { dayOf } from '@bittkosh/contract/time'
import { reasonText } from '@bittkosh/contract/words/reasons'
import { recordWithoutAdmin } from '../audit/actions.ts'
import type { Config } from '../config.ts'
import { type Db, transaction, type Tx } from '../platform/database/database.ts'
import { type KeyRing, keyRing, newKey } from '../platform/files/keys.ts'
import { accept, refusing } from '../platform/http/refuse.ts'
import type { Member } from '../platform/identity/sessions.ts'
import { dropPictures, keepPictures, pictureLinks } from '../uploads/actions.ts'
import { HASH_KEY, numberHasher, openNumber, sealNumber } from './numbers.ts'
import {
  closeRecords,
  deleteRecords,
  holdStates,
  insertRecord,
  keepNumbers,
  keptKey,
  type KycRow,
  lockRecordsOf,
  recordsOf,
  replaceKeptKey,
  replaceSealedNumber,
  sealedNumbers,
} from './queries.ts'
import { consentOf, judgeSubmission, type KycState, lockedUntil, stateOf } from './rules.ts'

export { kycApproved, maskedPan, statesHeld, statesOf } from './queries.ts'
export { type StateRecord, stateOf } from './rules.ts'

/**
 * Accepts a user's document. A rejected record that it replaces is kept in the audit log, without its pictures. Refuses
 * `kyc_open`, `id_in_use`, and the form's own refusals.
 */
export async function submitKyc(
  tx: Tx<'kyc_open' | 'id_in_use' | KycFormCode>,
  { user, form, at, address, config }: { user: number; form: KycForm; at: Date; address: string; config: Config },
): Promise<void> {
  const records = await lockRecordsOf(tx, user)
  const { type, number, masked, flags, urls, position, replaces } = accept(tx, judgeSubmission(records, form))
  const ring = keyRing(config)
  const rejected = records.find((row) => row.id === replaces)
  if (rejected) {
    await deleteRecords(tx, [rejected.id])
    await dropPictures(tx, rejected.pictures)
  }
  const pictures = await keepPictures(tx, { owner: user, urls, field: 'govt_id_urls', purpose: 'identity' })
  const hash = (await numberHasher(tx, ring))({ type, number })
  const id = await refusing(
    tx,
    { id_in_use: 'govt_id_number', kyc_open: '' },
    insertRecord(tx, {
      user,
      position,
      type,
      masked,
      hash,
      sealed: sealNumber(ring, { type, number, user }),
      flags,
      pictures,
      rejectedBefore: rejected ? rejected.rejected_before + 1 : 0,
      revokedAt: rejected?.revoked_at ?? null,
      consent: form.consent,
      at,
    }),
  )
  await keepNumbers(tx, [{ user, hash }])
  if (!rejected) return
  const before = {
    user,
    kyc: rejected.id,
    index: position,
    type: rejected.type,
    id_number: rejected.masked_number,
    submitted_at: rejected.submitted_at,
    decided_at: rejected.decided_at,
    decided_by: rejected.decided_by_name,
    rejection_preset: rejected.rejection_preset,
    rejection_reason: rejected.rejection_reason,
  }
  const after = { type, id_number: masked }
  // about the new record, which an admin can open; the old one is gone
  recordWithoutAdmin(tx, { at, address }, { action: 'kyc resubmitted', subject: 'kyc', subjectId: id, before, after })
}

type ReaderContext = { at: Date; config: Config; language: Language }

/** A user's own records, as the profile shows them. */
export async function govtIdsOf(
  db: Db | Tx,
  { user, ...reading }: ReaderContext & { user: number },
): Promise<GovtId[]> {
  const rows = await recordsOf(db, [user])
  return rows.map((row) => serialize(row, { viewer: user, ...reading }))
}

/**
 * The records of several users as an admin sees them, in one statement; users without records, or whose account is closed
 * and its records locked, are missing. Numbers and pictures are left out for an admin who may not see identity documents.
 */
export async function govtIdsForAdmin(
  db: Db | Tx,
  { users, viewer, ...reading }: ReaderContext & { users: readonly number[]; viewer: Member },
): Promise<Map<number, AdminGovtId[]>> {
  const rows = await recordsOf(db, users)
  const unlocked = rows.filter((row) => row.locked_until === null) // docs/rules.md#closing-and-keeping
  const records = Map.groupBy(unlocked, (row) => row.user_id)
  const isHidden = !isPermitted(viewer.roles, 'kyc.read')
  const shown = (row: KycRow): AdminGovtId => {
    const record = serialize(isHidden ? { ...row, pictures: [] } : row, { viewer: viewer.id, ...reading })
    return { ...record, id_number: isHidden ? null : record.id_number, consent: consentOf(row) }
  }
  return new Map([...records].map(([user, ofUser]) => [user, ofUser.map(shown)]))
}

/** The records of a closed account, as far as any admin may see them. */
export async function lockedRecordsOf(db: Db | Tx, user: number): Promise<LockedRecord[]> {
  return (await recordsOf(db, [user])).flatMap(lockedRecord)
}

export function lockedRecord(row: KycRow): LockedRecord[] {
  const { position: index, type, status, submitted_at, locked_until, lock_reason } = row
  if (locked_until === null || lock_reason === null) return []
  return [{ index, type, type_label: idTypeLabels.en[type], status, submitted_at, locked_until, lock_reason }]
}

/** With links signed for `viewer`. */
function serialize(row: KycRow, { viewer, at, config, language }: ReaderContext & { viewer: number }): GovtId {
  return {
    id: row.id,
    type: row.type,
    type_label: idTypeLabels.en[row.type],
    status: row.status,
    submitted_at: row.submitted_at,
    id_number: row.masked_number,
    rejection_reason: reasonText(language, { preset: row.rejection_preset, note: row.rejection_reason }),
    urls: pictureLinks(config, { files: row.pictures, viewer, at }),
  }
}

export async function kycState(db: Db | Tx, user: number): Promise<KycState> {
  return stateOf(await recordsOf(db, [user]))
}

/** Those of these users for whom `kycState` is approved, in one statement. */
export async function approvedAmong(db: Db | Tx, users: readonly number[]): Promise<ReadonlySet<number>> {
  const records = Map.groupBy(await recordsOf(db, users), (row) => row.user_id)
  return new Set([...records].flatMap(([user, ofUser]) => (stateOf(ofUser).approved ? [user] : [])))
}

/** The same for a call that lets money leave: no approval can be revoked until its transaction ends. */
export async function holdKycState(tx: Tx, user: number): Promise<KycState> {
  return stateOf(await holdStates(tx, user))
}

/** Locks a user's documents when the account is closed: the law requires keeping them, but nobody needs to see them. */
export async function lockKyc(tx: Tx, at: Date, user: number): Promise<void> {
  await lockRecordsOf(tx, user)
  await closeRecords(tx, user, lockedUntil(dayOf(at)))
}

/** Seals the kept key and every PAN with the newest key; returns how many had an older one. Can be interrupted and rerun. */
export async function resealKyc(db: Db, ring: KeyRing): Promise<number> {
  let resealed = await transaction(db, async (tx) => {
    const sealed = await keptKey(tx, HASH_KEY, () => ring.seal(newKey(), HASH_KEY))
    if (ring.isNewest(sealed)) return 0
    await replaceKeptKey(tx, HASH_KEY, ring.seal(ring.open(sealed, HASH_KEY), HASH_KEY))
    return 1
  })
  let after = 0
  for (;;) {
    const { last, old } = await transaction(db, async (tx) => {
      const numbers = await sealedNumbers(tx, after, 500)
      const old = numbers.filter((row) => !ring.isNewest(row.sealed_number))
      for (const { id, user_id: user, sealed_number: sealed } of old) {
        const number = openNumber(ring, { sealed, user })
        const again = sealNumber(ring, { type: 'pan', number, user })
        if (again) await replaceSealedNumber(tx, id, again)
      }
      return { last: numbers.at(-1), old: old.length }
    })
    resealed += old
    if (!last) return resealed
    after = last.id
  }
}
