/** What admins did, and to what: the trail of every record. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { requestActions } from './requests.ts'
import type { SettingKey } from './settings.ts'
import { id, instant, page, pagination, pathId, perPage, text } from './shapes.ts'

/** Kinds of record that a trail is kept of; a setting is its own kind, by its key. */
export const auditSubjects = [
  'deposit',
  'withdrawal',
  'kyc',
  'user',
  'plan',
  'category',
  'package',
  'deposit method',
  'notification',
  'upcoming',
  'transfer',
  'proposal',
  'conversation',
  'canned answer',
] as const

/** What an entry is about: a kind of record, a setting by its key, or the list that was exported. */
export type AuditedKind = (typeof auditSubjects)[number] | SettingKey | 'settings' | 'audit'

/** What can stand in the log, as '<record> <verb>'. */
export const auditActions = [
  ...requestActions,
  'kyc resubmitted',
  'kyc number revealed',
  'kyc lock opened',
  'kyc erased',
  'picture viewed',
  'user edited',
  'user activated',
  'user deactivated',
  'earn moved to wallet',
  'user frozen',
  'user unfrozen',
  'user closed',
  'user removed',
  'audit erased',
  'user lost email',
  'user lost phone',
  'admin created',
  'admin roles changed',
  'second factor set up',
  'second factor removed',
  'second factor reset',
  'recovery codes renewed',
  'plan created',
  'plan changed',
  'plan archived',
  'plan deleted',
  'category created',
  'category changed',
  'package created',
  'package changed',
  'package activated',
  'package deactivated',
  'package archived',
  'package deleted',
  'deposit method created',
  'deposit method changed',
  'deposit method activated',
  'deposit method deactivated',
  'upcoming added',
  'upcoming changed',
  'upcoming deleted',
  'notification sent',
  'global notification sent',
  'global notification recalled',
  'setting changed',
  'note added',
  'flag set',
  'flag removed',
  'assignment changed',
  'conversation answered',
  'conversation assigned',
  'conversation closed',
  'conversation reopened',
  'canned answer created',
  'canned answer changed',
  'canned answer deleted',
  'proposal made',
  'proposal declined',
  'proposal withdrawn',
  'proposal stale',
  'exported person',
  'exported users',
  'exported deposits',
  'exported withdrawals',
  'exported kyc',
  'exported transfers',
  'statement exported',
  'exported plans',
  'exported categories',
  'exported packages',
  'exported methods',
  'exported upcomings',
  'exported settings',
  'exported audit',
] as const
export type AuditAction = (typeof auditActions)[number]

/** Whatever a record may keep of what it was before and is now. A name inside a record stands here too: details.upi_id. */
export const auditFields = [
  'status',
  'requested_amount',
  'approved_amount',
  'bonus',
  'transaction_id',
  'rejection_preset',
  'rejection_reason',
  'reference_freed',
  'reason_kind',
  'user',
  'user_id',
  'amount',
  'fee',
  'index',
  'type',
  'id_number',
  'kyc',
  'submitted_at',
  'decided_at',
  'decided_by',
  'claimed_by',
  'paid_before_stop',
  'usdt_rate',
  'name',
  'email',
  'phone',
  'balance',
  'is_active',
  'is_frozen',
  'referral_code',
  'password',
  'role',
  'roles',
  'file',
  'symbol',
  'icon_url',
  'description',
  'category_id',
  'duration_days',
  'minimum_deposit',
  'maximum_deposit',
  'profit_ppm',
  'wallet_address',
  'lower_fluctuation',
  'higher_fluctuation',
  'bottom_flow_ppm',
  'upper_flow_ppm',
  'multiple_allowed',
  'bonus_percentage',
  'sort_order',
  'instructions',
  'details',
  'upi_id',
  'merchant_name',
  'qr_code_url',
  'bank_name',
  'account_name',
  'account_number',
  'ifsc_code',
  'branch',
  'network',
  'address',
  'title',
  'message',
  'expires_at',
  'link',
  'value',
  'flag',
  'assigned_to',
  'name_hi',
  'description_hi',
  'instructions_hi',
  'title_hi',
  'message_hi',
  'text_en',
  'text_hi',
  'search',
  'flagged',
  'sort',
  'subject',
  'subjectId',
  'admin',
  'action',
  'digests',
  'rows',
] as const
export type AuditField = (typeof auditFields)[number]
/** What changed, by its name; only what the act touched. */
export type AuditFields = { readonly [Field in AuditField | SettingKey]?: unknown }

/** The lists of the panel that an admin can export. */
export type ExportedList =
  Exclude<Extract<AuditAction, `exported ${string}`>, 'exported person'> extends `exported ${infer List}` ? List : never

const fields = z.nullable(z.record(z.string(), z.unknown()))

export const auditEntry = z.object({
  id,
  at: instant,
  /** Null where the program itself acted. */
  admin: z.nullable(z.object({ id, name: z.string() })),
  /** Who approved it, if four eyes were on it (docs/rules.md#four-eyes). */
  approved_by: z.nullable(z.object({ id, name: z.string() })),
  action: z.string(),
  subject: z.string(),
  subject_id: z.nullable(id),
  address: z.nullable(z.string()),
  /** What changed, before and after; money as paise in text. */
  before: fields,
  after: fields,
  reason: z.nullable(z.string()),
  /** What it said about somebody was erased when their account was closed. */
  is_erased: z.boolean(),
})
export type AuditEntry = z.output<typeof auditEntry>

const filterText = z.optional(text({ max: 100, min: 0 }))

const filter = {
  /** Kind and id of the record: deposit, 12. A setting is its own kind, by its key. */
  subject: filterText,
  subject_id: z.optional(pathId),
  /** The admin's id. */
  admin: z.optional(pathId),
  /** The beginning of the action: 'deposit' finds 'deposit approved'. */
  action: filterText,
}

export const exportAudit = endpoint({
  name: 'exportAudit',
  method: 'GET',
  path: '/audit/export',
  who: 'admin',
  permission: 'exports.money',
  freshCode: 'always',
  limit: 'statement',
  summary: 'The entries of a filter as CSV, without ID numbers; logged',
  query: z.strictObject(filter),
  reply: 'file',
})

export const listAudit = endpoint({
  name: 'listAudit',
  method: 'GET',
  path: '/audit',
  who: 'admin',
  permission: 'audit.read',
  summary: 'The audit log, newest first',
  query: z.strictObject({ page, per_page: perPage, ...filter }),
  reply: z.object({ data: z.array(auditEntry), pagination }),
})
