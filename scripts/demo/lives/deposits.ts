/** Deposits and packages: money that people claim to have paid, and the decisions of admins. */
import { paise, ZERO } from '@bittkosh/contract/money'
import { depositReasons } from '@bittkosh/contract/reasons'
import { rupeesOf, usdtCovering } from '@bittkosh/contract/usdt'
import { depositRules } from '../../../server/src/deposits/deciding.ts'
import type { DepositRow } from '../../../server/src/deposits/queries.ts'
import { judgeRequest, PENDING_MAX } from '../../../server/src/deposits/rules.ts'
import { pick } from '../people.ts'
import type { Person } from './lives.ts'
import { methodOf, referenceOf, roundAmount } from './payments.ts'
import { actOn, asked } from './requests.ts'
import { agreed, momentOf, type Wave } from './wave.ts'

/** Requests nothing while too many of the person's requests are pending. */
export function requestDeposit(wave: Wave, person: Person): void {
  const { random, catalogue, ids, lives, waiting } = wave
  const { settings, packages } = catalogue
  const pending = waiting.deposits.filter((row) => row.user_id === person.id).length
  if (pending >= PENDING_MAX) return
  const type = methodOf(random)
  const ofType = catalogue.methods.filter((one) => one.payee.type === type)
  const method = pick(random, ofType.length > 0 ? ofType : catalogue.methods)
  const bought = packages.length > 0 && random() < 0.2 ? pick(random, packages) : null
  const minimum = settings.rupees('min_deposit_limit')
  const price = bought?.amount ?? roundAmount(random, minimum)
  const rate = method.payee.type === 'crypto' ? settings.rupees('usdt_value') : null
  const usdt = rate === null ? null : usdtCovering(price, rate)
  const amount = bought === null && usdt !== null && rate !== null ? rupeesOf(usdt, rate) : price
  agreed(
    judgeRequest({
      amount,
      isPackage: bought !== null,
      minimum,
      methodActive: method.isActive,
      pending,
      pendingMax: PENDING_MAX,
      usdtRate: rate,
      usdtAmount: usdt ?? undefined,
    }),
  )
  const deposit: DepositRow = {
    ...asked,
    id: ids.next('deposits'),
    number: '', // assigned by the database (write.ts)
    user_id: person.id,
    method_id: method.id,
    method_name: method.name,
    method_name_hi: method.nameHi,
    payee: method.payee,
    payee_since: method.payeeSince,
    type: method.payee.type,
    requested_amount: amount,
    approved_amount: null,
    package_id: bought?.id ?? null,
    package_name: bought?.name ?? null,
    package_name_hi: bought?.nameHi ?? '',
    bonus_ppm: bought?.bonus ?? null,
    bonus: ZERO,
    transaction_id: referenceOf(person, method.payee.type),
    usdt_amount: usdt,
    usdt_rate: rate,
    usdt_rate_is_fallback: rate !== null && !settings.isSet('usdt_value'),
    admin_note: null,
    reversed_at: null,
    reversal_reason: null,
    reference_freed: false,
    created_at: momentOf(wave, person),
  }
  lives.deposits.push(deposit)
  waiting.deposits.push(deposit)
}

export function decideDeposit(wave: Wave, row: DepositRow): void {
  const { random, personOf } = wave
  if (random() < 0.1) {
    const rejection_preset = pick(random, depositReasons)
    return actOn(wave, depositRules, { row, act: 'reject', typed: { status: 'rejected', rejection_preset } })
  }
  const short = random() < 0.05
  const approved_amount = short ? paise(row.requested_amount - 5_000n) : row.requested_amount
  const admin_note = short ? 'The amount that arrived.' : null
  actOn(wave, depositRules, { row, act: 'approve', typed: { status: 'approved', approved_amount, admin_note } })
  const person = personOf.get(row.user_id)
  if (person) person.depositApproved = true
}
