/** Withdrawals: held from the request on, then paid, rejected or cancelled. */
import { subtract } from '@bittkosh/contract/money'
import { quoteWithdrawal, type WithdrawalPayee } from '@bittkosh/contract/withdrawals'
import { withdrawalReasons } from '@bittkosh/contract/reasons'
import { withdrawalApproved, withdrawalReleased, withdrawalRequested } from '../../../server/src/ledger/movements.ts'
import { digestOf, digitsOf, pick, type Random } from '../people.ts'
import { trc20Address } from '../trc20.ts'
import type { Person, Withdrawal } from './lives.ts'
import { methodOf, partOf, referenceOf } from './payments.ts'
import { move, record, rowOf, tell, type Wave } from './wave.ts'

export function withdraw(wave: Wave, person: Person): void {
  const { random, lives, waiting } = wave
  const { settings } = wave.catalogue
  const least = settings.rupees('min_withdrawal_limit')
  if (person.kyc?.status !== 'approved' || person.wallet < least) return
  const payee = payeeOf(person, random)
  const amount = partOf(random, { least, most: person.wallet })
  const usdtRate = payee.type === 'crypto' ? settings.rupees('usdt_value') : null
  const { fee } = quoteWithdrawal({ amount, feeRate: settings.percent('withdrawal_fee_percentage'), usdtRate })
  const withdrawal: Withdrawal = {
    ...rowOf(wave, person),
    status: 'pending',
    preset: null,
    amount,
    fee,
    payee,
    usdtRate,
    transactionId: null,
  }
  person.wallet = subtract(person.wallet, amount)
  move(wave, () => withdrawalRequested({ id: withdrawal.id, user: person.id, amount }))
  lives.withdrawals.push(withdrawal)
  waiting.withdrawals.push(withdrawal)
}

export function decideWithdrawal(wave: Wave, withdrawal: Withdrawal): void {
  const chance = wave.random()
  const status = chance < 0.78 ? 'approved' : chance < 0.9 ? 'rejected' : 'cancelled'
  withdrawal.decidedAt = wave.at
  withdrawal.status = status
  if (status === 'approved') pay(wave, withdrawal)
  else release(wave, withdrawal)
  if (status === 'cancelled') return // by the user: nobody is told and no admin acted
  if (status === 'rejected') explain(wave, withdrawal)
  const { person, amount, fee } = withdrawal
  record(wave, () => ({
    action: `withdrawal ${status}`,
    subject: 'withdrawal',
    subjectId: withdrawal.id,
    before: { status: 'pending' },
    after: {
      status,
      user: person.id,
      amount,
      fee,
      transaction_id: withdrawal.transactionId,
      rejection_preset: withdrawal.preset,
    },
    reason: withdrawal.note,
  }))
}

function pay(wave: Wave, withdrawal: Withdrawal): void {
  const { person, amount, fee, payee } = withdrawal
  const reference = referenceOf(person, payee.type)
  withdrawal.transactionId = reference
  move(wave, () => withdrawalApproved({ id: withdrawal.id, user: person.id, type: payee.type, amount, fee }))
  tell(wave, person, () => ({ kind: 'withdrawal_approved', values: { amount, reference }, about: withdrawal.id }))
}

function release(wave: Wave, withdrawal: Withdrawal): void {
  const { person, amount } = withdrawal
  move(wave, () => withdrawalReleased({ id: withdrawal.id, user: person.id, amount }))
  wave.incoming.push([person, amount])
}

function explain(wave: Wave, withdrawal: Withdrawal): void {
  withdrawal.preset = pick(wave.random, withdrawalReasons)
  const { person, amount, preset, note } = withdrawal
  tell(wave, person, () => ({ kind: 'withdrawal_rejected', values: { amount, preset, note }, about: withdrawal.id }))
}

function payeeOf(person: Person, random: Random): WithdrawalPayee {
  switch (methodOf(random)) {
    case 'upi': {
      const bank = pick(random, ['okhdfc', 'oksbi', 'ybl', 'paytm'])
      return { type: 'upi', details: { upi_id: `${person.email.split('@')[0]}@${bank}` } }
    }
    case 'bank': {
      const [bank_name, code] = pick(random, [
        ['State Bank of India', 'SBIN0'],
        ['HDFC Bank', 'HDFC0'],
        ['ICICI Bank', 'ICIC0'],
      ] as const)
      const account_number = digitsOf(person.number, 12)
      return {
        type: 'bank',
        details: { bank_name, account_name: person.name, account_number, ifsc_code: `${code}000001` },
      }
    }
    case 'crypto':
      return { type: 'crypto', details: { address: trc20Address(digestOf(`wallet ${person.number}`)) } }
  }
}
