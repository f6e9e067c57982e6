/** What admins may do: every permission that a call can require, and the roles that have it. */
import type { Role } from './roles.ts'

/** Source: docs/security.md#roles, which a test compares with `roles`. */
export const permissions = [
  /** Using the panel at all: the admin's own account, second factor and sessions, and proposals. Every role has it. */
  'panel.enter',
  /** People's accounts, balances and notes, without identity documents. */
  'people.read',
  /** Name, e-mail address, phone, password and referral code of anyone; deactivating, activating and deleting them. */
  'people.edit',
  /** Stopping and releasing the money of one person. */
  'people.freeze',
  /** A notification to one person. */
  'people.notify',
  /** Internal notes and flags on people and records. */
  'notes.write',
  'conversations.answer',
  /** Sending a notification to everyone, and recalling it. */
  'everyone.notify',
  /** Identity documents wherever they appear: type, masked number, pictures. */
  'kyc.read',
  /** Approving, rejecting and revoking identity records. */
  'kyc.decide',
  /** The full ID number. */
  'kyc.reveal',
  /** Identity records of closed accounts. */
  'kyc.locked',
  /** Deposits, withdrawals, transfers and conversations. */
  'records.read',
  /** Approving, rejecting and reversing deposits. */
  'deposits.decide',
  /** Bank statements, with payers' names, payout batches, and days compared with the book: reading them. */
  'bank.read',
  /** Importing and matching bank statements, and closing days. */
  'statements.work',
  /** Claiming, paying, rejecting and returning withdrawals. */
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
  /** Payment methods and their payees. */
  'methods.edit',
  /** Making admins, their roles, their second factor. */
  'admins.manage',
] as const
export type Permission = (typeof permissions)[number]

const everythingRead = [
  'panel.enter',
  'people.read',
  'records.read',
  'bank.read',
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
