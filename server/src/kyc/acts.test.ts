/** What each act on an identity record writes, and its effects: without a database, on made-up rows. */
import { describe, expect, test } from 'vitest'
import * as acting from '../../../tests/support/requestActs.ts'
import { asked, at, decided, outcome, owner } from '../../../tests/support/requestActs.ts'
import { kycRules } from './deciding.ts'
import type { KycRow } from './queries.ts'

const aRecord: KycRow = {
  id: 8,
  user_id: owner,
  position: 1,
  type: 'pan',
  masked_number: 'ABCDE****F',
  sealed_number: null,
  flags: [],
  pictures: [],
  status: 'pending',
  rejection_preset: null,
  rejection_reason: null,
  rejected_before: 0,
  submitted_at: asked,
  decided_at: null,
  decided_by: null,
  revoked_at: null,
  consent_version: null,
  consent_language: null,
  consent_at: null,
  locked_until: null,
  lock_reason: null,
}
const approved: KycRow = { ...aRecord, status: 'approved' }

describe('what an act writes', () => {
  test('an approval: only its state', () =>
    expect(outcome(kycRules, 'approve', aRecord, { typed: { status: 'approved' } })).toEqual({
      state: { status: 'approved', ...decided },
      columns: {},
    }))

  test('a rejection: its reason', () =>
    expect(
      outcome(kycRules, 'reject', aRecord, { typed: { status: 'rejected', rejection_reason: 'Blurred' } }),
    ).toEqual({
      state: { status: 'rejected', ...decided },
      columns: { rejection_preset: null, rejection_reason: 'Blurred' },
    }))

  test('a revocation: the reason and the moment; the decider stays', () =>
    expect(outcome(kycRules, 'revoke', approved, { typed: { reason: 'Forged' } })).toEqual({
      state: { status: 'rejected' },
      columns: { rejection_reason: 'Forged', revoked_at: at },
    }))

  test('nothing if the state does not permit it', () =>
    expect(outcome(kycRules, 'revoke', aRecord, { typed: { reason: 'Forged' } })).toBeUndefined())
})

describe('the effects of an act', () => {
  const effects = (act: 'approve' | 'reject' | 'revoke', before: KycRow, after: KycRow) =>
    acting.effects(kycRules, act, before, after)
  const told = (kind: string, values: object) => ({ user: owner, about: 8, kind, values })
  const logged = (action: string, before: KycRow, { status, rejection_preset, rejection_reason }: KycRow) =>
    acting.logged(`kyc ${action}`, 'kyc', 8, {
      before: { status: before.status },
      after: { status, user: owner, index: 1, type: 'pan', id_number: 'ABCDE****F', rejection_preset },
      reason: rejection_reason,
    })
  const rejected: KycRow = {
    ...aRecord,
    status: 'rejected',
    rejection_preset: 'photo_unclear',
    rejection_reason: 'Again',
  }
  const revoked: KycRow = { ...aRecord, status: 'rejected', rejection_reason: 'Forged' }

  test('an approval', () =>
    expect(effects('approve', aRecord, approved)).toStrictEqual({
      notice: told('kyc_approved', { document: 'pan' }),
      audited: logged('approved', aRecord, approved),
      movements: [],
    }))

  test('a rejection', () =>
    expect(effects('reject', aRecord, rejected)).toStrictEqual({
      notice: told('kyc_rejected', { document: 'pan', preset: 'photo_unclear', note: 'Again' }),
      audited: logged('rejected', aRecord, rejected),
      movements: [],
    }))

  test('a revocation, which is mailed too', () => {
    expect(effects('revoke', approved, revoked)).toStrictEqual({
      notice: told('kyc_revoked', { document: 'pan', reason: 'Forged' }),
      audited: logged('revoked', approved, revoked),
      movements: [],
    })
    expect(kycRules.acts.revoke.letter?.(revoked, null)).toEqual({
      kind: 'kyc_revoked',
      values: { name: null, document: 'pan', reason: 'Forged' },
    })
  })

  test('a revocation without a reason is a bug', () =>
    expect(() => kycRules.acts.revoke.notice?.(aRecord)).toThrow('user 7'))
})
