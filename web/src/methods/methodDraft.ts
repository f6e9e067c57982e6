import type { DepositMethod, MethodType } from '@bittkosh/contract/methods'

/** The form's fields: those of every type, so that switching the type and back loses nothing. */
export type TypedMethod = {
  name: string
  type: MethodType
  instructions: string
  name_hi: string
  instructions_hi: string
  is_active: boolean
  confirm_payee: boolean
} & TypedDetails

export type TypedDetails = Record<DetailField, string>
export type DetailField =
  | 'upi_id'
  | 'merchant_name'
  | 'qr_code_url'
  | 'bank_name'
  | 'account_name'
  | 'account_number'
  | 'ifsc_code'
  | 'branch'
  | 'network'
  | 'address'

export const detailsOfType = {
  upi: ['upi_id', 'merchant_name', 'qr_code_url'],
  bank: ['bank_name', 'account_name', 'account_number', 'ifsc_code', 'branch'],
  crypto: ['network', 'address'],
} as const satisfies Record<MethodType, readonly DetailField[]>

const blank: TypedDetails = {
  upi_id: '',
  merchant_name: '',
  qr_code_url: '',
  bank_name: '',
  account_name: '',
  account_number: '',
  ifsc_code: '',
  branch: '',
  network: 'TRC20',
  address: '',
}

const noWords = { name: '', instructions: '', name_hi: '', instructions_hi: '' }

export function typedMethod(method: DepositMethod | null): TypedMethod {
  if (method === null) return { ...noWords, type: 'upi', is_active: true, confirm_payee: false, ...blank }
  const { name, type, instructions, name_hi = '', instructions_hi = '', is_active } = method
  const details = Object.fromEntries(Object.entries(method.details).map(([field, value]) => [field, value ?? '']))
  const words = { name, instructions, name_hi, instructions_hi }
  return { ...blank, ...details, ...words, type, is_active, confirm_payee: false }
}

/** The whole form as it is sent, with the details of its type only. */
export function wireMethod(typed: TypedMethod) {
  const { name, type, instructions, name_hi, instructions_hi, is_active } = typed
  const details = Object.fromEntries(detailsOfType[type].map((field) => [field, typed[field]]))
  return { name, type, instructions, name_hi, instructions_hi, is_active, details }
}
