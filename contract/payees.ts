/** Where the money of a withdrawal goes. */
import * as z from 'zod/mini'
import { latinDigits } from './digits.ts'
import type { Refused } from './refusals.ts'
import { text } from './shapes.ts'
import { looksLikeUpiId } from './upi.ts'

export const withdrawalType = z.enum(['upi', 'bank', 'crypto'])
export type WithdrawalType = z.output<typeof withdrawalType>

export const upiPayee = z.object({ upi_id: z.string() })
export const bankPayee = z.object({
  bank_name: z.string(),
  account_name: z.string(),
  account_number: z.string(),
  ifsc_code: z.string(),
})
export const cryptoPayee = z.object({ address: z.string() })

/** The payee of a withdrawal, discriminated by its type. */
export type WithdrawalPayee =
  | { type: 'upi'; details: z.output<typeof upiPayee> }
  | { type: 'bank'; details: z.output<typeof bankPayee> }
  | { type: 'crypto'; details: z.output<typeof cryptoPayee> }

const detail = z.optional(z.nullable(text({ max: 200, min: 0 })))
/** A form may contain the fields of every type; those of other types are not kept. */
export const payeeFields = {
  upi_id: detail,
  bank_name: detail,
  account_name: detail,
  account_number: detail,
  ifsc_code: detail,
  address: detail,
}
export type WithdrawalFormDetails = { [Field in keyof typeof payeeFields]?: z.output<typeof detail> }

export type PayeeCode = 'upi_required' | 'usdt_address_required' | 'bank_details_required'

/** The payee in a form, or what is missing. */
export function readPayee(
  type: WithdrawalType,
  form: WithdrawalFormDetails,
): WithdrawalPayee | { refused: Refused<PayeeCode> } {
  const compact = (value: string | null | undefined) => latinDigits(value ?? '').replace(/\s/g, '')
  switch (type) {
    case 'upi': {
      const upiId = compact(form.upi_id)
      if (!upiId) return { refused: { code: 'upi_required', field: 'withdrawal_details.upi_id' } }
      return { type, details: { upi_id: upiId } }
    }
    case 'crypto': {
      const address = compact(form.address)
      if (!address) return { refused: { code: 'usdt_address_required', field: 'withdrawal_details.address' } }
      return { type, details: { address } }
    }
    case 'bank': {
      const details = {
        bank_name: (form.bank_name ?? '').trim(),
        account_name: (form.account_name ?? '').trim(),
        account_number: compact(form.account_number),
        ifsc_code: compact(form.ifsc_code).toUpperCase(),
      }
      const [missing] = Object.entries(details).find(([, value]) => value === '') ?? []
      if (missing) return { refused: { code: 'bank_details_required', field: `withdrawal_details.${missing}` } }
      return { type, details }
    }
    default:
      return type satisfies never
  }
}

/** The payee on one line: 'ravi@okhdfc', 'HDFC Bank ••4417', 'TXYZab…9Kq2'. */
export function payeeLine(payee: WithdrawalPayee): string {
  switch (payee.type) {
    case 'upi':
      return payee.details.upi_id
    case 'bank':
      return `${payee.details.bank_name} ••${payee.details.account_number.slice(-4)}`
    case 'crypto':
      return `${payee.details.address.slice(0, 6)}…${payee.details.address.slice(-4)}`
    default:
      return payee satisfies never
  }
}

/** What looks unusual about a payee: hints to the user and flags to the admin, never a refusal. */
export const payeeFlags = ['upi_form', 'account_form', 'ifsc_unknown', 'name_differs', 'used_elsewhere'] as const
export type PayeeFlag = (typeof payeeFlags)[number]

/** The flags that follow from the payee's text alone; the server adds those from the bank list and earlier requests. */
export function payeeTextFlags(payee: WithdrawalPayee): PayeeFlag[] {
  if (payee.type === 'upi') return looksLikeUpiId(payee.details.upi_id) ? [] : ['upi_form']
  if (payee.type === 'bank') return looksLikeAccountNumber(payee.details.account_number) ? [] : ['account_form']
  return []
}

/** Whether text has the form of an account number of an Indian bank. */
export function looksLikeAccountNumber(number: string): boolean {
  return /^\d{9,18}$/.test(number)
}

/** Whether text has the form of a TRC20 address. The server also verifies its checksum. */
export function looksLikeTrc20(address: string): boolean {
  return /^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address)
}
