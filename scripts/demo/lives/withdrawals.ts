/** Withdrawals: held from the request on, then paid, rejected or cancelled. */
import { hash } from 'node:crypto'
import { createBase58check } from '@scure/base'
import { withdrawalReasons } from '@bittkosh/contract/reasons'
import { add, ZERO } from '@bittkosh/contract/money'
import { requestStates } from '@bittkosh/contract/requestStates'
import type { WithdrawalForm } from '@bittkosh/contract/withdrawals'
import { withdrawalRequested } from '../../../server/src/ledger/movements.ts'
import { withdrawalRules } from '../../../server/src/withdrawals/deciding.ts'
import { judgeNewPayee, judgeWithdrawal, NEW_PAYEE_MS, payeeKey } from '../../../server/src/withdrawals/rules.ts'
import { digestOf, digitsOf, pick, type Random } from '../people.ts'
import type { Person, Withdrawal } from './lives.ts'
import { methodOf, partOf, referenceOf } from './payments.ts'
import { actOn, asked } from './requests.ts'
import { agreed, momentOf, move, type Wave } from './wave.ts'

/** Requests nothing before KYC, below the minimum, or above the limit for a new payee of the person's. */
export function withdraw(wave: Wave, person: Person): void {
  const { random, ids, lives, waiting } = wave
  const { settings } = wave.catalogue
  const minimum = settings.rupees('min_withdrawal_limit')
  const kycApproved = person.kyc !== null && requestStates[person.kyc.status] === 'granted'
  if (!kycApproved || person.wallet < minimum) return
  const amount = partOf(random, { least: minimum, most: person.wallet })
  const feeRate = settings.percent('withdrawal_fee_percentage')
  const { payee, quote, usdtRate } = agreed(
    judgeWithdrawal(
      { amount, ...payeeOf(person, random) },
      {
        emailVerified: true,
        kycApproved,
        isFrozen: false,
        pausedUntil: null,
        minimum,
        feeRate,
        usdtRate: settings.rupees('usdt_value'),
      },
    ),
  )
  const at = momentOf(wave, person)
  const key = payeeKey(payee)
  const limit = settings.rupees('withdrawal_new_payee_limit')
  if ('refused' in judgeNewPayee({ amount, ...askedToNew(wave, { person, key, at }), limit })) return
  const withdrawal: Withdrawal = {
    ...asked,
    id: ids.next('withdrawals'),
    number: '', // assigned by the database (write.ts)
    user_id: person.id,
    amount,
    fee: quote.fee,
    fee_rate: feeRate,
    type: payee.type,
    details: payee.details,
    payee: key,
    reference_key: null,
    claimed_by: null,
    claimed_by_name: null,
    claimed_at: null,
    returned_at: null,
    returned_by: null,
    return_reason: null,
    paid_before_stop: false,
    usdt_rate: usdtRate,
    usdt_rate_is_fallback: usdtRate !== null && !settings.isSet('usdt_value'),
    transaction_id: null,
    admin_note: null,
    created_at: at,
  }
  move(wave, withdrawalRequested({ id: withdrawal.id, user: person.id, amount }))
  lives.withdrawals.push(withdrawal)
  waiting.withdrawals.push(withdrawal)
}

/** The equivalent of `askedToNewPayees` in the database. */
function askedToNew({ lives }: Wave, { person, key, at }: { person: Person; key: string; at: Date }) {
  const since = new Date(at.getTime() - NEW_PAYEE_MS)
  const mine = lives.withdrawals.filter((row) => row.user_id === person.id && requestStates[row.status] !== 'nothing')
  const known = new Set(mine.filter((row) => row.created_at <= since).map((row) => row.payee))
  const toNew = mine.filter((row) => row.created_at > since && !known.has(row.payee))
  return { payeeIsNew: !known.has(key), askedToNew: add(ZERO, ...toNew.map((row) => row.amount)) }
}

export function decideWithdrawal(wave: Wave, row: Withdrawal): void {
  const { random, personOf } = wave
  const person = personOf.get(row.user_id)
  const chance = random()
  if (chance >= 0.9 || !person)
    return actOn(wave, withdrawalRules, {
      row,
      act: 'cancel',
      typed: undefined,
      gathered: { batch: null },
      byOwner: true,
    })
  if (chance < 0.78) {
    const transaction_id = referenceOf(person, row.type)
    return actOn(wave, withdrawalRules, {
      row,
      act: 'approve',
      typed: { status: 'approved', transaction_id },
      gathered: { kycApproved: true, isFrozen: false },
    })
  }
  const rejection_preset = pick(random, withdrawalReasons)
  actOn(wave, withdrawalRules, {
    row,
    act: 'reject',
    typed: { status: 'rejected', rejection_preset },
    gathered: { proposed: null, batch: null, reported: null },
  })
}

type Payee = Pick<WithdrawalForm, 'type' | 'withdrawal_details'>

function payeeOf(person: Person, random: Random): Payee {
  const type = methodOf(random)
  switch (type) {
    case 'upi': {
      const bank = pick(random, ['okhdfc', 'oksbi', 'ybl', 'paytm'])
      return { type, withdrawal_details: { upi_id: `${person.email.split('@')[0]}@${bank}` } }
    }
    case 'bank': {
      const [bank_name, code] = pick(random, [
        ['State Bank of India', 'SBIN0'],
        ['HDFC Bank', 'HDFC0'],
        ['ICICI Bank', 'ICIC0'],
      ] as const)
      const account_number = digitsOf(person.number, 12)
      const ifsc_code = `${code}000001`
      return { type, withdrawal_details: { bank_name, account_name: person.name, account_number, ifsc_code } }
    }
    case 'crypto':
      return { type, withdrawal_details: { address: trc20Address(digestOf(`wallet ${person.number}`)) } }
  }
}

const base58check = createBase58check((bytes: Uint8Array) => hash('sha256', bytes, 'buffer'))

/** A TRON address with a valid checksum, whose key nobody has. */
function trc20Address(digest: Buffer): string {
  return base58check.encode(Uint8Array.from([0x41, ...digest.subarray(0, 20)]))
}
