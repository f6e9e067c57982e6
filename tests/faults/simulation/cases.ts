/** Every call that moves or holds money. `begin` does what must come before and answers the call itself. */
import { balancesOf } from '../../../server/src/ledger/balances.ts'
import { transfersOn, wrongOf } from '../../support/transfers.ts'
import type { Call, World } from './world.ts'

type Begin = (world: World) => Call | Promise<Call>

const askDeposit: Begin = ({ asha, drawn, upiMethod }) => ({
  as: asha,
  method: 'POST',
  path: '/deposits',
  body: { amount: drawn.rupees(1_000), transaction_id: drawn.reference(), payment_method: upiMethod },
})

const buyPackage: Begin = ({ asha, drawn, packageId, upiMethod }) => ({
  as: asha,
  method: 'POST',
  path: '/deposits',
  body: { balance_package_id: packageId, transaction_id: drawn.reference(), payment_method: upiMethod },
})

const decideDeposit =
  (asking: Begin, status: 'approved' | 'rejected'): Begin =>
  async (world) => {
    const { id, requested_amount } = await world.done(await asking(world))
    const body =
      status === 'approved' ? { status, approved_amount: requested_amount } : { status, admin_note: 'not received' }
    return { as: world.admin, method: 'PUT', path: `/deposits/${id}`, body }
  }

const reverseDeposit: Begin = async (world) => {
  const { id } = await world.done(await decideDeposit(askDeposit, 'approved')(world))
  return {
    as: world.admin,
    method: 'POST',
    path: `/deposits/${id}/reverse`,
    body: { reason: 'taken back by the bank' },
  }
}

const askWithdrawal: Begin = async (world) => {
  await world.identityProven()
  return {
    as: world.asha,
    method: 'POST',
    path: '/withdrawals',
    body: { amount: world.drawn.rupees(500), ...world.payee },
  }
}

/** What follows when somebody has asked for a withdrawal. */
const withdrawal =
  (act: string, body?: (world: World) => object, before: Begin = askWithdrawal): Begin =>
  async (world) => {
    const { id } = await world.done(await before(world))
    return {
      as: act === '/cancel' ? world.asha : world.admin,
      method: act === '' ? 'PUT' : 'POST',
      path: `/withdrawals/${id}${act}`,
      body: body?.(world),
    }
  }
const payWithdrawal = withdrawal('', ({ drawn }) => ({ status: 'approved', transaction_id: drawn.reference() }))
const claimWithdrawal = withdrawal('/claim', () => ({}))

const beginTransfer: Begin = ({ asha, imran, drawn }) => ({
  as: asha,
  method: 'POST',
  path: '/balance-transfer/initiate',
  body: { recipient: imran.email, amount: drawn.rupees(100) },
})

const confirmTransfer =
  (typed: (code: string) => string): Begin =>
  async (world) => {
    const { transfer_id } = await world.done(await beginTransfer(world))
    const otp = typed(await transfersOn(world.server).codeFor(world.asha))
    return { as: world.asha, method: 'POST', path: '/balance-transfer/verify', body: { transfer_id, otp } }
  }

const buyPlan: Begin = ({ asha, plan }) => ({
  as: asha,
  method: 'POST',
  path: '/crypto/invest',
  body: { cryptocurrency_id: plan.id, amount: plan.minimum_deposit },
})

const claimPlan: Begin = async (world) => {
  const { id } = await world.done(await buyPlan(world))
  await world.daysPass(world.plan.investment_duration_days + 1)
  return { as: world.asha, method: 'POST', path: `/crypto/withdraw/${id}` }
}

const intoEarn: Begin = ({ asha, drawn }) => ({
  as: asha,
  method: 'POST',
  path: '/flexible/deposit',
  body: { amount: drawn.rupees(500) },
})

const outOfEarn: Begin = async (world) => {
  await world.done(await intoEarn(world))
  return { as: world.asha, method: 'POST', path: '/flexible/withdraw', body: { amount: world.drawn.rupees(100) } }
}

const emptyEarn: Begin = async (world) => {
  await world.done(await intoEarn(world))
  const path = `/users/${world.asha.id}/earn-to-wallet`
  return { as: world.admin, method: 'POST', path, body: { reason: 'the account will be closed' } }
}

const adjustBalance: Begin = async ({ server, admin, asha, drawn, referralCode }) => {
  const { wallet } = await balancesOf(server.services.db, asha.id)
  const { id, name, email, phone } = asha
  const balance = Number(wallet + BigInt(Math.round(drawn.rupees(10) * 100))) / 100
  const form = { name, email, phone, is_active: true, referral_code: referralCode, balance, reason: 'goodwill' }
  return { as: admin, method: 'PUT', path: `/admin/users/${id}/edit`, body: form }
}

export const cases: Record<string, Begin> = {
  'deposit asked for': askDeposit,
  'deposit approved': decideDeposit(askDeposit, 'approved'),
  'deposit rejected': decideDeposit(askDeposit, 'rejected'),
  'deposit reversed': reverseDeposit,
  'package asked for': buyPackage,
  'package approved': decideDeposit(buyPackage, 'approved'),
  'withdrawal asked for': askWithdrawal,
  'withdrawal cancelled': withdrawal('/cancel'),
  'withdrawal claimed': claimWithdrawal,
  'withdrawal released': withdrawal('/release', undefined, claimWithdrawal),
  'withdrawal paid': payWithdrawal,
  'withdrawal rejected': withdrawal('', () => ({ status: 'rejected', admin_note: 'name differs' })),
  'withdrawal returned': withdrawal('/return', () => ({ reason: 'the account is closed' }), payWithdrawal),
  'transfer begun': beginTransfer,
  'transfer confirmed': confirmTransfer((code) => code),
  'transfer with a wrong code': confirmTransfer(wrongOf),
  'plan bought': buyPlan,
  'plan claimed': claimPlan,
  'moved into Earn': intoEarn,
  'moved out of Earn': outOfEarn,
  'Earn emptied by an admin': emptyEarn,
  'balance adjusted': adjustBalance,
}
