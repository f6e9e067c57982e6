/** What admins may do: every permission that a call of theirs can name, and the roles that have it. */
import type { Role } from './roles.ts'

/** Source: docs/security.md#roles, which a test compares with `roles`. */
export const permissions = [
  /** To use the panel at all: the own account, second factor and sessions, proposals. Every role has it. */
  'panel.enter',
  /** People's accounts, balances and notes, without identity documents. */
  'people.read',
  /** Name, e-mail address, phone, password and referral code of anyone; to deactivate, activate and delete. */
  'people.edit',
  /** Stopping and releasing the money of one person. */
  'people.freeze',
  /** A notification to one person. */
  'people.notify',
  /** Internal notes and flags on people and records. */
  'notes.write',
  'conversations.answer',
  /** A notification to everyone, and recalling it. */
  'everyone.notify',
  /** Identity documents wherever they are shown: type, masked number, pictures. */
  'kyc.read',
  /** To approve, reject and revoke identity records. */
  'kyc.decide',
  /** The full ID number. */
  'kyc.reveal',
  /** Identity records of closed accounts. */
  'kyc.locked',
  /** Deposits, withdrawals, transfers and conversations. */
  'records.read',
  /** To approve, reject and reverse deposits. */
  'deposits.decide',
  /** Bank statements, with the names of payers: to import, read and work them, compare them with the book and close days. */
  'statements.work',
  /** To claim, pay, reject and return withdrawals. */
  'withdrawals.decide',
  'balances.edit',
  /** Sums of the platform: coverage, statistics, reports. */
  'reports.read',
  'audit.read',
  /** Deposits, withdrawals, transfers, the audit log, reports and the statement of one person as files. */
  'exports.money',
  /** Users and identity requests as files. */
  'exports.people',
  /** Plans, categories, packages, upcomings, payment methods and settings, inactive ones included. */
  'catalogue.read',
  /** Plans, categories, packages and upcomings. */
  'catalogue.edit',
  'settings.texts',
  /** Settings of money, rates and limits. */
  'settings.money',
  /** Payment methods and who is paid by them. */
  'methods.edit',
  /** Making admins, their roles, their second factor. */
  'admins.manage',
] as const
export type Permission = (typeof permissions)[number]

const everythingRead = [
  'panel.enter',
  'people.read',
  'records.read',
  'reports.read',
  'audit.read',
  'catalogue.read',
] as const

export const roles: Readonly<Record<Role, readonly Permission[]>> = {
  owner: permissions,
  finance: [
    ...everythingRead,
    'kyc.read',
    'deposits.decide',
    'statements.work',
    'withdrawals.decide',
    'balances.edit',
    'exports.money',
    'people.freeze',
    'notes.write',
  ],
  kyc: ['panel.enter', 'people.read', 'kyc.read', 'kyc.decide', 'kyc.reveal', 'people.freeze', 'notes.write'],
  support: [
    'panel.enter',
    'people.read',
    'records.read',
    'conversations.answer',
    'people.notify',
    'notes.write',
    'people.freeze',
  ],
  catalogue: ['panel.enter', 'catalogue.read', 'catalogue.edit', 'settings.texts', 'everyone.notify'],
  viewer: everythingRead,
}

/** Whether one of these roles has a permission. */
export function isPermitted(held: readonly Role[], permission: Permission): boolean {
  return held.some((role) => roles[role].includes(permission))
}
