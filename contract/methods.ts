/** Deposit methods: where users send their money. Also the USDT rate for crypto methods. */
import * as z from 'zod/mini'
import { money } from './amounts.ts'
import { complaint } from './complaint.ts'
import type { PlainComplaintCode } from './complaints.ts'
import { endpoint } from './endpoint.ts'
import { exportQuery } from './exports.ts'
import { id, instant, isWebLink, name, openedWith, pathId, text } from './shapes.ts'
import { hindi, hindiOf } from './twins.ts'
import { looksLikeUpiId } from './upi.ts'
import { payeePictureOf } from './uploads.ts'

export const methodTypes = ['upi', 'bank', 'crypto'] as const
export const methodType = z.enum(methodTypes)
export type MethodType = z.output<typeof methodType>

export const upiDetails = z.object({
  upi_id: z.string(),
  merchant_name: z.nullable(z.string()),
  /**
   * The merchant's own code. Payers see it only if it is a picture in our store, because the owner of another address
   * can change the payee in it (docs/decisions/0340-qr-codes-of-our-store.md).
   */
  qr_code_url: z.nullable(z.string()),
})
export const bankDetails = z.object({
  bank_name: z.string(),
  account_name: z.string(),
  account_number: z.string(),
  ifsc_code: z.string(),
  branch: z.nullable(z.string()),
})
export const cryptoDetails = z.object({ network: z.string(), address: z.string() })

/** A payee: the kind of method and its details. */
export const payee = z.discriminatedUnion('type', [
  z.object({ type: z.literal('upi'), details: upiDetails }),
  z.object({ type: z.literal('bank'), details: bankDetails }),
  z.object({ type: z.literal('crypto'), details: cryptoDetails }),
])
export type Payee = z.output<typeof payee>

const common = {
  id,
  name: z.string(),
  instructions: z.string(),
  /** For admins, who get the English name and instructions; a user's are already in their language. */
  name_hi: z.optional(hindi),
  instructions_hi: z.optional(hindi),
  is_active: z.boolean(),
  updated_at: instant,
  /** Since when it has this payee. */
  payee_since: instant,
}
export const depositMethod = z.discriminatedUnion('type', [
  z.object({ ...common, type: z.literal('upi'), details: upiDetails }),
  z.object({ ...common, type: z.literal('bank'), details: bankDetails }),
  z.object({ ...common, type: z.literal('crypto'), details: cryptoDetails }),
])
export type DepositMethod = z.output<typeof depositMethod>

const detail = z.optional(z.nullable(text({ max: 200, min: 0 })))
/** A form's details may contain the fields of every type; those of other types are not kept. */
const formDetails = z.strictObject({
  upi_id: detail,
  merchant_name: detail,
  qr_code_url: detail,
  bank_name: detail,
  account_name: detail,
  account_number: detail,
  ifsc_code: detail,
  branch: detail,
  network: detail,
  address: detail,
})
type FormDetails = z.output<typeof formDetails>

const requiredDetails = {
  upi: ['upi_id'],
  bank: ['bank_name', 'account_number', 'account_name', 'ifsc_code'],
  crypto: ['network', 'address'],
} as const satisfies Record<MethodType, readonly (keyof FormDetails)[]>

const formFields = {
  name,
  type: methodType,
  instructions: text({ max: 2000 }),
  name_hi: hindiOf(100, { oneLine: true }),
  instructions_hi: hindiOf(2000),
  details: formDetails,
  is_active: z.optional(z.boolean()),
  /** Confirms that the payee is right although its IFSC is not in the list of banks. */
  confirm_payee: z.optional(z.boolean()),
}
const detailsFitType = z.check<Pick<MethodForm, 'type' | 'details'>>(({ value, issues }) => {
  for (const [field, code] of Object.entries(wrongDetails(value))) {
    issues.push({ code: 'custom', input: value, path: ['details', field], message: complaint(code) })
  }
})
const methodFields = z.strictObject(formFields)
export type MethodForm = z.output<typeof methodFields>
export const methodForm = methodFields.check(detailsFitType)
export const changedMethod = z.strictObject({ ...formFields, previous_updated_at: openedWith }).check(detailsFitType)

/**
 * What is wrong with the details of a form's type: missing, or impossible by the payee's grammar. The server checks the
 * rest: it asks about an IFSC that is in no list, and verifies the checksum of a TRC20 address.
 */
export function wrongDetails({
  type,
  details,
}: Pick<MethodForm, 'type' | 'details'>): Partial<Record<keyof FormDetails, PlainComplaintCode>> {
  const missing = requiredDetails[type].filter((field) => !details[field]).map((field) => [field, 'required'])
  const payee = payeeOf({ type, details })
  return { ...malformed(payee), ...Object.fromEntries(missing) }
}

function malformed(payee: Payee): Partial<Record<keyof FormDetails, PlainComplaintCode>> {
  switch (payee.type) {
    case 'upi': {
      const { upi_id: upiId, qr_code_url: qr } = payee.details
      const isLink = qr === null || payeePictureOf(qr) !== null || (qr.startsWith('https://') && isWebLink(qr))
      return { ...(!looksLikeUpiId(upiId) && { upi_id: 'upi_id' }), ...(!isLink && { qr_code_url: 'link' }) }
    }
    case 'bank': {
      const { account_number: account, ifsc_code: ifsc } = payee.details
      return {
        ...(!/^\d{9,18}$/.test(account) && { account_number: 'account_number' }),
        ...(!/^[A-Z]{4}0[A-Z0-9]{6}$/.test(ifsc) && { ifsc_code: 'ifsc' }),
      }
    }
    case 'crypto':
      return {}
    default:
      return payee satisfies never
  }
}

/** The payee in a complete form, without the fields of other types. */
export function payeeOf({ type, details }: Pick<MethodForm, 'type' | 'details'>): Payee {
  switch (type) {
    case 'upi':
      return {
        type,
        details: {
          upi_id: details.upi_id ?? '',
          merchant_name: details.merchant_name || null,
          qr_code_url: details.qr_code_url || null,
        },
      }
    case 'bank':
      return {
        type,
        details: {
          bank_name: details.bank_name ?? '',
          account_name: details.account_name ?? '',
          account_number: (details.account_number ?? '').replaceAll(' ', ''),
          ifsc_code: (details.ifsc_code ?? '').replaceAll(' ', '').toUpperCase(),
          branch: details.branch || null,
        },
      }
    case 'crypto':
      return { type, details: { network: details.network ?? '', address: details.address ?? '' } }
    default:
      return type satisfies never
  }
}

/** Whether a network's name means TRON, in any spelling: 'TRC20', 'TRC-20', 'Tron (TRC 20)'. */
export function isTrc20(network: string): boolean {
  return /trc-?20|tron/.test(network.toLowerCase().replaceAll(' ', ''))
}

export const listMethods = endpoint({
  name: 'listMethods',
  method: 'GET',
  path: '/deposit-methods',
  who: 'signed-in',
  summary: 'The active deposit methods; admins get all',
  reply: z.array(depositMethod),
})

export const exportMethods = endpoint({
  name: 'exportMethods',
  method: 'GET',
  path: '/deposit-methods/export',
  who: 'admin',
  permission: 'catalogue.read',
  freshCode: 'never',
  limit: 'statement',
  summary: 'All deposit methods as CSV or XLSX; logged',
  refusals: ['too_many_rows'],
  query: exportQuery({}),
  reply: 'file',
})

export const createMethod = endpoint({
  name: 'createMethod',
  method: 'POST',
  path: '/deposit-methods',
  who: 'admin',
  permission: 'methods.edit',
  freshCode: 'always',
  fourEyes: 'sometimes',
  idempotent: true,
  summary: 'Add a deposit method',
  refusals: ['usdt_address_wrong', 'payee_unconfirmed', 'images_required'],
  body: methodForm,
  reply: depositMethod,
  status: 201,
})

export const updateMethod = endpoint({
  name: 'updateMethod',
  method: 'PUT',
  path: '/deposit-methods/{id}',
  who: 'admin',
  permission: 'methods.edit',
  freshCode: 'always',
  fourEyes: 'sometimes',
  idempotent: true,
  summary: 'Change a deposit method: the whole form, or only is_active',
  refusals: ['changed_meanwhile', 'usdt_address_wrong', 'payee_unconfirmed', 'images_required'],
  params: z.strictObject({ id: pathId }),
  body: z.xor([z.strictObject({ is_active: z.boolean() }), changedMethod]), // a union would complain about what one alternative lacks
  reply: depositMethod,
})

export const getUsdtValue = endpoint({
  name: 'getUsdtValue',
  method: 'GET',
  path: '/usdt-value',
  who: 'signed-in',
  summary: 'The current rate in rupees per USDT',
  reply: z.object({
    usdt_value: money,
    /** Whether the fallback of 90 is used, because no admin has set a rate. */
    is_fallback: z.boolean(),
    /** When that rate was set; null for the fallback. */
    as_of: z.nullable(instant),
  }),
})
