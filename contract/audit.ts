/** The audit log: what admins did, and to which record. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { exportQuery } from './exports.ts'
import { decimalText, parseDecimal } from './money.ts'
import { requestActions } from './requestStates.ts'
import type { SettingKey } from './settings.ts'
import { day, id, instant, page, pagination, pathId, perPage, text } from './shapes.ts'

/** Kinds of record that the log is about. A setting's key is a kind of its own. */
export const auditSubjects = [
  'deposit',
  'withdrawal',
  'payout batch',
  'bank statement',
  'statement line',
  'business day',
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

/** What an entry is about: a kind of record, the key of a setting, or the exported list. */
export type AuditedKind = (typeof auditSubjects)[number] | SettingKey | 'settings' | 'audit' | 'reports'

/** The possible actions, as '<record> <verb>'. */
export const auditActions = [
  ...requestActions,
  'withdrawal batched',
  'withdrawal taken from batch',
  'withdrawal refused by bank',
  'payment report dismissed',
  'payout batch made',
  'payout batch taken over',
  'payout file downloaded',
  'payout result taken',
  'bank statement imported',
  'statement line matched',
  'statement line ignored',
  'statement line reopened',
  'day signed',
  'day closed',
  'date confirmed',
  'kyc resubmitted',
  'kyc number revealed',
  'kyc lock opened',
  'kyc erased',
  'picture viewed',
  'payee picture uploaded',
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
  'own password changed',
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
  'exported reports',
] as const
export type AuditAction = (typeof auditActions)[number]

/** The fields that an entry may hold, before and after. A nested field is listed by its own name: details.upi_id. */
export const auditFields = [
  'status',
  'state',
  'account',
  'deposit',
  'withdrawal',
  'batch',
  'requested_amount',
  'approved_amount',
  'difference',
  'open_reasons',
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
  'closing_asked_at',
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
  'category',
  'category_id', // of a plan, in entries from before its name was kept
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
  'same_day_gain',
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
  'ifsc_not_in_list',
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
  'from',
  'to',
  'least',
  'most',
  'late',
  'subject',
  'subjectId',
  'admin',
  'action',
  'digests',
  'rows',
  'report',
  'format',
] as const
export type AuditField = (typeof auditFields)[number]
/** The changed fields by name; only those that the action touched. */
export type AuditFields = { readonly [Field in AuditField | SettingKey]?: unknown }

/** The decimals of the fields that the log keeps as whole units in text: amounts in paise, percentages in ten-thousandths. */
export const unitDecimals: ReadonlyMap<string, number> = new Map(
  Object.entries({
    requested_amount: 2,
    approved_amount: 2,
    difference: 2,
    bonus: 2,
    amount: 2,
    fee: 2,
    usdt_rate: 2,
    balance: 2,
    minimum_deposit: 2,
    maximum_deposit: 2,
    lower_fluctuation: 2,
    higher_fluctuation: 2,
    least: 2,
    most: 2,
    same_day_gain: 2,
    bonus_percentage: 4,
  } satisfies { [Field in AuditField]?: number }),
)

const record = z.record(z.string(), z.unknown())
/** A record's fields as the log keeps them. On the wire these amounts and percentages are numbers, like all others. */
export const loggedFields = z.nullable(
  z.codec(record, record, {
    decode: (wire) =>
      withUnits(wire, (value, decimals) =>
        typeof value === 'number' ? String(parseDecimal(String(value), decimals)) : value,
      ),
    encode: (kept) =>
      withUnits(kept, (value, decimals) =>
        typeof value === 'string' && /^-?\d+$/.test(value) ? Number(decimalText(BigInt(value), decimals)) : value,
      ),
  }),
)

function withUnits(fields: Record<string, unknown>, read: (value: unknown, decimals: number) => unknown) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const decimals = unitDecimals.get(name)
      return [name, decimals === undefined ? value : read(value, decimals)]
    }),
  )
}

/** The lists of the panel that an admin can export. */
export type ExportedList =
  Exclude<Extract<AuditAction, `exported ${string}`>, 'exported person'> extends `exported ${infer List}` ? List : never

export const auditEntry = z.object({
  id,
  at: instant,
  /** Null if the program itself acted. */
  admin: z.nullable(z.object({ id, name: z.string() })),
  /** Who approved it, if it needed four eyes (docs/rules.md#four-eyes). */
  approved_by: z.nullable(z.object({ id, name: z.string() })),
  action: z.string(),
  subject: z.string(),
  subject_id: z.nullable(id),
  address: z.nullable(z.string()),
  /** The changed fields, before and after. */
  before: loggedFields,
  after: loggedFields,
  reason: z.nullable(z.string()),
  /** Whether the personal data in this entry was erased because that person's account was closed. */
  is_erased: z.boolean(),
})
export type AuditEntry = z.output<typeof auditEntry>

const filterText = z.optional(text({ max: 100, min: 0 }))

const filter = {
  /**
   * Kind and id of the record: 'deposit', 12. A setting's kind is its key. With the id of a user, acts on their identity
   * records are included.
   */
  subject: filterText,
  subject_id: z.optional(pathId),
  /** The admin's id. */
  admin: z.optional(pathId),
  /** The beginning of the action: 'deposit' finds 'deposit approved'. */
  action: filterText,
  /** The first and the last day of the actions, both included. */
  from: z.optional(day),
  to: z.optional(day),
}

export const exportAudit = endpoint({
  name: 'exportAudit',
  method: 'GET',
  path: '/audit/export',
  who: 'admin',
  permission: 'exports.money',
  freshCode: 'always',
  limit: 'statement',
  summary: 'The filtered entries as CSV or XLSX, without ID numbers; logged',
  refusals: ['too_many_rows'],
  query: exportQuery(filter),
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
