/**
 * Every call that moves or holds money, and the nightly jobs. Each case prepares what must come first and returns the call itself,
 * or the jobs that are due.
 */
import { balancesOf } from '../../../server/src/ledger/balances.ts'
import { type Job, runDueJobs } from '../../../server/src/platform/jobs/jobs.ts'
import { jobs } from '../../../server/src/rooms.ts'
import { transfersOn, wrongOf } from '../../support/transfers.ts'
import { type Call, FOUR_EYES_ABOVE, type Night, type World } from './world.ts'

type Begin<Begun = Call> = (world: World) => Begun | Promise<Begun>

const askDepositOf =
  (least: number): Begin =>
  ({ asha, drawn, upiMethod }) => ({
    as: asha,
    method: 'POST',
    path: '/deposits',
    body: { amount: drawn.rupees(least), transaction_id: drawn.reference(), payment_method: upiMethod },
  })
const askDeposit = askDepositOf(1_000)

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

const askWithdrawalOf =
  (least: number): Begin =>
  async (world) => {
    await world.identityProven()
    const body = { amount: world.drawn.rupees(least), ...world.payee }
    return { as: world.asha, method: 'POST', path: '/withdrawals', body }
  }
const askWithdrawal = askWithdrawalOf(500)

/** The acts that follow a withdrawal request. */
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
const paid = ({ drawn }: World) => ({ status: 'approved', transaction_id: drawn.reference() })
const payWithdrawal = withdrawal('', paid)
const claimWithdrawal = withdrawal('/claim', () => ({}))

const proposeDeposit = decideDeposit(askDepositOf(FOUR_EYES_ABOVE), 'approved')
const proposePayment = withdrawal('', paid, askWithdrawalOf(FOUR_EYES_ABOVE))

/** What one of the two admins does to a proposal by the first one. */
const proposal =
  (act: 'approve' | 'decline' | 'withdraw', propose: Begin): Begin =>
  async (world) => {
    const { proposal: made } = await world.done(await propose(world))
    return {
      as: act === 'withdraw' ? world.admin : world.second,
      method: 'POST',
      path: `/admin/proposals/${made.id}/${act}`,
      ...(act === 'decline' && { body: { reason: 'the payment is not in the account' } }),
    }
  }

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

/** The nightly jobs without the mails; alerts examine all people, so their findings would differ between runs. */
const nightly = jobsNamed(
  'housekeeping',
  'tell of matured investments',
  'flexible interest',
  'ledger totals',
  'ledger seals',
)

function jobsNamed(...names: string[]): Job[] {
  const found = jobs.filter(({ name }) => names.includes(name))
  if (found.length !== names.length) throw new Error(`there are no such jobs: ${names.join(', ')}`)
  return found
}

/**
 * Runs what this world's night would also do for everybody else, so that its night has the same number of statements in each run.
 */
async function othersDone({ server, daysPass }: World, days: number): Promise<void> {
  const { services, clock } = server
  const at = clock.now()
  await daysPass(days)
  const rest = nightly.filter(({ name }) => name !== 'flexible interest') // which is one statement for all
  await runDueJobs(services, rest)
  clock.moveTo(at)
}

const interestOfANight: Begin<Night> = async (world) => {
  await othersDone(world, 2)
  await world.done(await intoEarn(world))
  await world.daysPass(2) // money earns from the day after it arrived
  return { jobs: nightly }
}

const plansMature: Begin<Night> = async (world) => {
  const days = world.plan.investment_duration_days + 1
  await othersDone(world, days)
  await world.done(await buyPlan(world))
  await world.daysPass(days)
  return { jobs: jobsNamed('tell of matured investments') }
}

const codesExpire: Begin<Night> = async (world) => {
  await othersDone(world, 2)
  await world.done(await beginTransfer(world))
  await world.daysPass(2)
  return { jobs: jobsNamed('housekeeping') }
}

export const calls: Record<string, Begin> = {
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
  'large deposit proposed': proposeDeposit,
  'large deposit approved by another admin': proposal('approve', proposeDeposit),
  'large deposit declined by another admin': proposal('decline', proposeDeposit),
  'large payment proposed': proposePayment,
  'large payment approved by another admin': proposal('approve', proposePayment),
  'large payment declined by another admin': proposal('decline', proposePayment),
  'large payment withdrawn by its admin': proposal('withdraw', proposePayment),
}

const nights: Record<string, Begin<Night>> = {
  'a night with interest': interestOfANight,
  'a night when a plan matures': plansMature,
  'a night when codes expire': codesExpire,
}

export const cases: Record<string, Begin<Call | Night>> = { ...calls, ...nights }
