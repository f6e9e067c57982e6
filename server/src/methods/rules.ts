import { type DepositMethod, isTrc20, type Payee } from '@bittkosh/contract/methods'
import type { Refused } from '@bittkosh/contract/refusals'
import type { MailValues } from '@bittkosh/contract/mails'
import { keysOf } from '@bittkosh/contract/tables'
import { bankOfIfsc } from '../platform/ifsc.ts'
import { isTrc20Address } from '../platform/trc20.ts'

/**
 * Whether users may be asked to pay a payee. Refuses `usdt_address_wrong` (money sent to an address with a wrong
 * checksum is lost), and `payee_unconfirmed` for an IFSC that is in no list, unless it is confirmed.
 */
export function judgePayee(
  payee: Payee,
  { confirmed }: { confirmed: boolean | undefined },
): { fine: true } | { refused: Refused<'usdt_address_wrong' | 'payee_unconfirmed'> } {
  switch (payee.type) {
    case 'crypto': {
      const { network, address } = payee.details
      if (!isTrc20(network) || isTrc20Address(address)) return { fine: true }
      return { refused: { code: 'usdt_address_wrong', field: 'details.address' } }
    }
    case 'bank': {
      const { ifsc_code: ifsc } = payee.details
      if (confirmed || !hasUnknownIfsc(payee)) return { fine: true }
      return { refused: { code: 'payee_unconfirmed', field: 'confirm_payee', params: { ifsc } } }
    }
    case 'upi':
      return { fine: true }
    default:
      return payee satisfies never
  }
}

/** Whether the IFSC of a payee is in no list of banks. */
export function hasUnknownIfsc(payee: Payee): boolean {
  return payee.type === 'bank' && !bankOfIfsc(payee.details.ifsc_code).known
}

type PayeeChange = MailValues['method_changed']['changes'][number]

/** The payee's fields before and after, name and instructions included; empty if payers see no difference. */
export function payeeChanges(before: DepositMethod | null, after: DepositMethod): PayeeChange[] {
  const [was, is] = [before && shownOf(before), shownOf(after)]
  return keysOf({ ...was, ...is }).flatMap((field) => {
    const [from, to] = [was?.[field] ?? null, is[field] ?? null]
    return from === to ? [] : [{ field, from, to }]
  })
}

function shownOf({
  name,
  type,
  instructions,
  name_hi,
  instructions_hi,
  details,
}: DepositMethod): Partial<Record<PayeeChange['field'], string | null>> {
  const hindi = { ...(name_hi && { name_hi }), ...(instructions_hi && { instructions_hi }) }
  return { name, type, instructions, ...hindi, ...details }
}
