/** What people and admins do in the storm, each with the effect that it must have on the money once it was acknowledged. */
import { randomUUID } from 'node:crypto'
import type { Book } from './book.ts'
import type { Answer, Call, Caller } from './calls.ts'
import type { Post } from './post.ts'

export type Person = { id: number; token: string; name: string; email: string; phone: string }
/** A pending deposit: `amount` as requested in rupees, `credit` in paise with its bonus. */
export type WaitingDeposit = { id: number; user: number; amount: number; credit: bigint }
/** An approved deposit, with the paise that it credited. */
export type CreditedDeposit = { id: number; user: number; credit: bigint }
/** A pending withdrawal, with the paise that are held for it. */
export type WaitingWithdrawal = { id: number; user: number; held: bigint }
/** An open proposal, its proposer's token and its effect on the book once it is approved. */
export type OpenProposal = { id: number; maker: string; effect: () => void }
export type World = {
  caller: Caller
  book: Book
  random: () => number
  people: readonly Person[]
  /** The tokens of two owners. */
  admins: readonly [string, string]
  post: Post
  upiMethod: number
  packages: readonly { id: number; amount: number; total_amount: number }[]
  plans: readonly { id: number; minimum_deposit: number }[]
  waiting: { deposits: WaitingDeposit[]; withdrawals: WaitingWithdrawal[] }
  /** Withdrawals that the bank may still send back. */
  paid: WaitingWithdrawal[]
  credited: CreditedDeposit[]
  /** Kept in the list until a client learns that it is closed; a client that acts on the record meanwhile makes it stale. */
  open: OpenProposal[]
}

type Operation = (world: World, person: Person) => Promise<Answer>

const done = ({ status }: Answer) => status >= 200 && status < 300
const paiseOf = (rupees: number) => BigInt(Math.round(rupees * 100))
/** An admin's act: `effect` records it once it is done, which is immediately or when a proposal of it is approved. */
async function act(
  world: World,
  call: Omit<Call, 'as'>,
  { effect, proposed = () => {} }: { effect: () => void; proposed?: () => void },
): Promise<Answer> {
  const maker = pick(world, world.admins)
  const answer = await world.caller.settle({ ...call, as: maker })
  if (answer.status === PROPOSED) {
    world.book.note('proposals')
    proposed()
    world.open.push({ id: answer.body.proposal.id, maker, effect })
  } else if (done(answer)) effect()
  return answer
}

const PROPOSED = 202

/** Rupees and paise from `least` up to `least + more`. */
const amountFrom = ({ random }: World, least: number, more: number) => Math.round((least + random() * more) * 100) / 100

const askDeposit: Operation = async (world, { id: user, token }) => {
  const amount = amountFrom(world, 1_000, 900)
  const body = { amount, transaction_id: randomUUID(), payment_method: world.upiMethod }
  const answer = await world.caller.settle({ as: token, method: 'POST', path: '/deposits', body })
  if (done(answer)) {
    world.book.note('deposits')
    world.waiting.deposits.push({ id: answer.body.id, user, amount, credit: paiseOf(amount) })
  }
  return answer
}

const buyPackage: Operation = async (world, { id: user, token }) => {
  const wanted = pick(world, world.packages)
  const body = { balance_package_id: wanted.id, transaction_id: randomUUID(), payment_method: world.upiMethod }
  const answer = await world.caller.settle({ as: token, method: 'POST', path: '/deposits', body })
  if (done(answer)) {
    world.book.note('deposits')
    world.waiting.deposits.push({
      id: answer.body.id,
      user,
      amount: wanted.amount,
      credit: paiseOf(wanted.total_amount),
    })
  }
  return answer
}

/** Often two admins handle the same request: one of them decides it. */
const decideDeposit: Operation = async (world) => {
  const request = pick(world, world.waiting.deposits)
  if (!request) return askDeposit(world, pick(world, world.people))
  const approve = world.random() < 0.8
  const body = approve
    ? { status: 'approved', approved_amount: request.amount }
    : { status: 'rejected', admin_note: 'not received' }
  const path = `/deposits/${request.id}`
  const effect = () => {
    forget(world.waiting.deposits, request)
    if (!approve) return
    world.book.move(request.user, { wallet: request.credit })
    world.credited.push({ id: request.id, user: request.user, credit: request.credit })
  }
  const answer = await act(world, { method: 'PUT', path, body }, { effect })
  if (answer.body?.code === 'already_decided') forget(world.waiting.deposits, request)
  return answer
}

/** Refused if the person has spent the money meanwhile, or another admin was first. */
const reverseDeposit: Operation = async (world) => {
  const deposit = pick(world, world.credited)
  if (!deposit) return decideDeposit(world, pick(world, world.people))
  const path = `/deposits/${deposit.id}/reverse`
  const body = { reason: 'taken back by the bank' }
  const effect = () => {
    world.book.note('reversals')
    world.book.move(deposit.user, { wallet: -deposit.credit })
    forget(world.credited, deposit)
  }
  return act(world, { method: 'POST', path, body }, { effect })
}

const askWithdrawal: Operation = async (world, { id: user, token }) => {
  const amount = amountFrom(world, 500, 200)
  const body = { amount, type: 'upi', withdrawal_details: { upi_id: `person${user}@okhdfc` } }
  const answer = await world.caller.settle({ as: token, method: 'POST', path: '/withdrawals', body })
  if (done(answer)) {
    const held = paiseOf(amount)
    world.book.note('withdrawals')
    world.book.move(user, { wallet: -held, held })
    world.waiting.withdrawals.push({ id: answer.body.id, user, held })
  }
  return answer
}

const cancelWithdrawal: Operation = async (world) => {
  const request = pick(world, world.waiting.withdrawals)
  const owner = world.people.find(({ id }) => id === request?.user)
  if (!request || !owner) return askWithdrawal(world, pick(world, world.people))
  const path = `/withdrawals/${request.id}/cancel`
  const answer = await world.caller.settle({ as: owner.token, method: 'POST', path })
  if (done(answer)) world.book.move(owner.id, { wallet: request.held, held: -request.held })
  if (answer.body?.code !== 'being_paid') forget(world.waiting.withdrawals, request)
  return answer
}

const decideWithdrawal: Operation = async (world) => {
  const request = pick(world, world.waiting.withdrawals)
  if (!request) return askWithdrawal(world, pick(world, world.people))
  const pay = world.random() < 0.6
  const body = pay
    ? { status: 'approved', transaction_id: randomUUID() }
    : { status: 'rejected', admin_note: 'name does not match' }
  const path = `/withdrawals/${request.id}`
  const effect = () => {
    world.book.move(request.user, { held: -request.held, ...(pay ? {} : { wallet: request.held }) })
    if (pay) world.paid.push(request)
    forget(world.waiting.withdrawals, request)
  }
  const proposed = () => world.book.note('claims') // proposing to pay claims it
  const answer = await act(world, { method: 'PUT', path, body }, { effect, proposed })
  if (answer.body?.code === 'already_decided') forget(world.waiting.withdrawals, request)
  return answer
}

/** It stays in the list: its owner, who may be cancelling it at this moment, is refused from then on. */
const claimWithdrawal: Operation = async (world) => {
  const request = pick(world, world.waiting.withdrawals)
  if (!request) return askWithdrawal(world, pick(world, world.people))
  const path = `/withdrawals/${request.id}/claim`
  return act(world, { method: 'POST', path, body: {} }, { effect: () => world.book.note('claims') })
}

const releaseWithdrawal: Operation = async (world) => {
  const request = pick(world, world.waiting.withdrawals)
  if (!request) return askWithdrawal(world, pick(world, world.people))
  const path = `/withdrawals/${request.id}/release`
  return act(world, { method: 'POST', path }, { effect: () => world.book.note('releases') })
}

const returnWithdrawal: Operation = async (world) => {
  const request = pick(world, world.paid)
  if (!request) return decideWithdrawal(world, pick(world, world.people))
  const path = `/withdrawals/${request.id}/return`
  const body = { reason: 'the account is closed' }
  const effect = () => {
    world.book.note('returns')
    world.book.move(request.user, { wallet: request.held })
    forget(world.paid, request)
  }
  return act(world, { method: 'POST', path, body }, { effect })
}

const moveIntoEarn: Operation = async (world, { id: user, token }) => {
  const amount = amountFrom(world, 100, 200)
  const answer = await world.caller.settle({ as: token, method: 'POST', path: '/flexible/deposit', body: { amount } })
  if (done(answer)) {
    world.book.note('earnMovements')
    world.book.move(user, { wallet: -paiseOf(amount), flexible: paiseOf(amount) })
  }
  return answer
}

const moveOutOfEarn: Operation = async (world, { id: user, token }) => {
  const amount = amountFrom(world, 100, 200)
  const answer = await world.caller.settle({ as: token, method: 'POST', path: '/flexible/withdraw', body: { amount } })
  if (done(answer)) {
    world.book.note('earnMovements')
    world.book.move(user, { wallet: paiseOf(amount), flexible: -paiseOf(amount) })
  }
  return answer
}

const buyPlan: Operation = async (world, { id: user, token }) => {
  const plan = pick(world, world.plans)
  const body = { cryptocurrency_id: plan.id, amount: plan.minimum_deposit }
  const answer = await world.caller.settle({ as: token, method: 'POST', path: '/crypto/invest', body })
  if (done(answer)) {
    world.book.note('investments')
    world.book.move(user, { wallet: -paiseOf(plan.minimum_deposit), invested: paiseOf(plan.minimum_deposit) })
  }
  return answer
}

const sendMoney: Operation = async (world, { id: user, token, email }) => {
  const receiver = pick(world, world.people)
  const amount = amountFrom(world, 1, 200)
  const body = { recipient: receiver.email, amount }
  const begun = await world.caller.settle({ as: token, method: 'POST', path: '/balance-transfer/initiate', body })
  if (!done(begun)) return begun
  world.book.note('transfers')
  const otp = await world.post.codeFor({ to: email, amount })
  const confirm = { transfer_id: begun.body.transfer_id, otp }
  const answer = await world.caller.settle({
    as: token,
    method: 'POST',
    path: '/balance-transfer/verify',
    body: confirm,
  })
  if (done(answer)) {
    world.book.move(user, { wallet: -paiseOf(answer.body.transfer.total_deducted) })
    world.book.move(receiver.id, { wallet: paiseOf(amount) })
  }
  return answer
}

const adjustBalance: Operation = async (world, { id: user, token, name, email, phone }) => {
  const { body: profile } = await world.caller.settle({ as: token, method: 'GET', path: '/profile' })
  const gift = amountFrom(world, 1, 50)
  const balance = Number(paiseOf(profile.balance) + paiseOf(gift)) / 100
  const { referral_code, balance: previous_balance } = profile
  const form = { name, email, phone, is_active: true, referral_code, balance, previous_balance, reason: 'goodwill' }
  const path = `/admin/users/${user}/edit`
  const effect = () => {
    world.book.note('adjustments')
    world.book.move(user, { wallet: paiseOf(gift) })
  }
  return act(world, { method: 'PUT', path, body: form }, { effect })
}

/** Decided by the other admin, or withdrawn by its proposer; now and then by someone who may not, and often by two at once. */
const decideProposal: Operation = async (world) => {
  const proposal = pick(world, world.open)
  if (!proposal) return decideDeposit(world, pick(world, world.people))
  const [how, kind] = pick(world, decisions)
  const isMaker = (how === 'withdraw') !== world.random() < 0.1
  const as = world.admins.find((token) => (token === proposal.maker) === isMaker) ?? ''
  const path = `/admin/proposals/${proposal.id}/${how}`
  const body = how === 'decline' ? { body: { reason: 'ask the person first' } } : {}
  const answer = await world.caller.settle({ as, method: 'POST', path, ...body })
  if (done(answer)) {
    world.book.note(kind)
    if (how === 'approve') proposal.effect()
  }
  const code = answer.body?.code
  if (code === 'act_refused') world.book.note('stale')
  if (done(answer) || code === 'act_refused' || code === 'proposal_closed') forget(world.open, proposal)
  return answer
}
const decisions = [
  ['approve', 'approvals'],
  ['approve', 'approvals'],
  ['approve', 'approvals'],
  ['decline', 'declines'],
  ['withdraw', 'withdrawn'],
] as const

/** Turns four eyes on; turning them off takes both admins. */
export async function setFourEyes(
  { caller, book, admins: [maker, checker] }: World,
  above: number | '',
): Promise<void> {
  const path = '/settings/four_eyes_above'
  const answer = await caller.settle({ as: maker, method: 'PUT', path, body: { value: above } })
  if (answer.status !== PROPOSED) return
  book.note('proposals')
  const approval = `/admin/proposals/${answer.body.proposal.id}/approve`
  if (done(await caller.settle({ as: checker, method: 'POST', path: approval }))) book.note('approvals')
}

/** The operations and how often each is chosen. */
const shares: readonly (readonly [number, Operation])[] = [
  [16, askDeposit],
  [4, buyPackage],
  [20, decideDeposit],
  [3, reverseDeposit],
  [10, askWithdrawal],
  [4, cancelWithdrawal],
  [6, decideWithdrawal],
  [4, claimWithdrawal],
  [2, releaseWithdrawal],
  [3, returnWithdrawal],
  [12, moveIntoEarn],
  [10, moveOutOfEarn],
  [8, buyPlan],
  [7, sendMoney],
  [3, adjustBalance],
  [14, decideProposal],
]
const allShares = shares.reduce((sum, [share]) => sum + share, 0)

/** One operation of a random kind by a random person; returns whether it was accepted. */
export async function operate(world: World): Promise<boolean> {
  let left = world.random() * allShares
  const chosen = shares.find(([share]) => (left -= share) < 0)?.[1] ?? askDeposit
  const due = world.random() < 0.5 && decisionDue(world)
  return done(await (due || chosen)(world, pick(world, world.people)))
}

const QUEUE_MAX = 200

/** The team works off a queue that became long, so that a storm may last for hours. */
function decisionDue({ open, waiting }: World): Operation | undefined {
  if (open.length > QUEUE_MAX) return decideProposal
  if (waiting.deposits.length > QUEUE_MAX) return decideDeposit
  return waiting.withdrawals.length > QUEUE_MAX ? decideWithdrawal : undefined
}

function pick<Item>({ random }: Pick<World, 'random'>, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item
}

function forget<Item>(items: Item[], item: Item): void {
  const at = items.indexOf(item)
  if (at >= 0) items.splice(at, 1)
}
