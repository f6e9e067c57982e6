import { describe, expect, test } from 'vitest'
import { auditActions } from './audit.ts'
import {
  type ActOf,
  actionsLeadingTo,
  actOfVerdict,
  actsByAdmin,
  decidedStates,
  decidingActs,
  isByOwner,
  isRequestState,
  requestCan,
  type RequestKind,
  stateAfter,
  type StateOf,
  statesOf,
  statesThat,
} from './requestStates.ts'
import { defaultSort } from './requests.ts'

type Case = { [K in RequestKind]: [kind: K, act: ActOf<K>, state: StateOf<K>, after: StateOf<K> | undefined] }

describe('what a state permits', () => {
  test.each<Case['deposit'] | Case['withdrawal'] | Case['kyc']>([
    ['deposit', 'approve', 'pending', 'approved'],
    ['deposit', 'reject', 'pending', 'rejected'],
    ['deposit', 'approve', 'approved', undefined],
    ['deposit', 'reject', 'approved', undefined],
    ['deposit', 'approve', 'rejected', undefined],
    ['deposit', 'reverse', 'approved', 'reversed'],
    ['deposit', 'reverse', 'pending', undefined],
    ['deposit', 'reverse', 'reversed', undefined],
    ['deposit', 'approve', 'reversed', undefined],
    ['withdrawal', 'approve', 'pending', 'approved'],
    ['withdrawal', 'cancel', 'pending', 'cancelled'],
    ['withdrawal', 'cancel', 'approved', undefined],
    ['withdrawal', 'claim', 'pending', 'pending'],
    ['withdrawal', 'claim', 'approved', undefined],
    ['withdrawal', 'release', 'rejected', undefined],
    ['withdrawal', 'return', 'approved', 'returned'],
    ['withdrawal', 'return', 'pending', undefined],
    ['withdrawal', 'return', 'returned', undefined],
    ['withdrawal', 'approve', 'returned', undefined],
    ['withdrawal', 'approve', 'cancelled', undefined],
    ['kyc', 'approve', 'pending', 'approved'],
    ['kyc', 'reject', 'rejected', undefined],
    ['kyc', 'revoke', 'approved', 'rejected'],
    ['kyc', 'revoke', 'pending', undefined],
  ])('%s: %s while %s leads to %s', (kind, act, state, after) => {
    // a case has the act and states of its kind
    const of = state as 'pending'
    expect(stateAfter(kind as 'withdrawal', act as 'cancel', of)).toBe(after)
    expect(requestCan(kind as 'withdrawal', act as 'cancel', of)).toBe(after !== undefined)
  })
})

test('each kind has the states that its acts lead to, in the order of the tabs', () => {
  expect(statesOf('withdrawal')).toEqual(['pending', 'approved', 'rejected', 'cancelled', 'returned'])
  expect(statesOf('deposit')).toEqual(['pending', 'approved', 'rejected', 'reversed'])
  expect(statesOf('kyc')).toEqual(['pending', 'approved', 'rejected'])
})

test('an act that leaves a request waiting did not bring it to its state', () => {
  expect(actionsLeadingTo('withdrawal', 'pending')).toEqual([])
  expect(actionsLeadingTo('withdrawal', 'returned')).toEqual(['withdrawal returned'])
})

test('waiting requests are sorted oldest first, all others newest first', () => {
  expect([defaultSort('pending'), defaultSort('approved'), defaultSort(undefined)]).toEqual([
    'oldest',
    'newest',
    'newest',
  ])
})

test('the audit log contains what admins do with requests, and nothing that owners do', () => {
  expect(auditActions.slice(0, 11)).toEqual([
    'deposit approved',
    'deposit rejected',
    'deposit reversed',
    'withdrawal claimed',
    'withdrawal released',
    'withdrawal approved',
    'withdrawal rejected',
    'withdrawal returned',
    'kyc approved',
    'kyc rejected',
    'kyc revoked',
  ])
  expect(auditActions).not.toContain('withdrawal cancelled')
})

test('each state has one outcome, and all but the first are decided', () => {
  expect(statesThat('waits')).toEqual(['pending'])
  expect(statesThat('granted', 'undone')).toEqual(['approved', 'reversed'])
  expect(statesThat('nothing')).toEqual(['rejected', 'cancelled', 'returned'])
  expect(decidedStates).toEqual(['approved', 'rejected', 'cancelled', 'returned', 'reversed'])
  expect([isRequestState('pending'), isRequestState('toString'), isRequestState('paid')]).toEqual([true, false, false])
})

test('only owners cancel, and no act leads to the first state', () => {
  const states = ['pending', 'approved', 'rejected', 'cancelled', 'returned', 'reversed'] as const
  expect(states.filter(isByOwner)).toEqual(['cancelled'])
})

test('admins do everything except cancel; claiming decides nothing', () => {
  expect(actsByAdmin('withdrawal')).toEqual(['claim', 'release', 'approve', 'reject', 'return'])
  expect(decidingActs('withdrawal')).toEqual(['approve', 'reject', 'return'])
  expect(actsByAdmin('kyc')).toEqual(['approve', 'reject', 'revoke'])
  expect(actOfVerdict).toEqual({ approved: 'approve', rejected: 'reject' })
})
