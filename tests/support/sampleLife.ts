/**
 * A platform with history, created through its own calls: a person with some of everything, one with the longest name and the
 * largest amount, one who has just registered, and an admin's queues with work in them.
 */
import { newPerson, PASSWORD, type Person } from './logins.ts'
import { emailCode, transferCode } from './mailbox.ts'
import { paymentReference, randomPan } from './people.ts'
import { makePicture } from './pictures.ts'

export type SampleLife = { regular: Person; wealthy: Person; newcomer: Person; admin: Person }

type Place = {
  /** http://localhost:3000 */
  base: string
  admin: { login: string; password: string }
  /** Moves the program's clock; if left out, everything happens at one time. */
  goTo?: (daysAgo: number) => Promise<void>
}

const LONG_NAME = 'Venkatanarasimharajuvaripeta Lakshminarayanan'
const LARGEST_RUPEES = 99_99_99_999.99

export async function liveSampleLife({ base, admin: login, goTo = async () => {} }: Place): Promise<SampleLife> {
  const signIn = (): Promise<Person> => call(base, 'POST', '/login', { body: login })
  let admin = await signIn()
  const asAdmin = <Answer>(method: Method, path: string, body?: object) =>
    call<Answer>(base, method, path, { as: admin, body })

  async function join(name: string, referral_code?: string): Promise<Person> {
    const body = newPerson(name)
    const person = await call<Person>(base, 'POST', '/register', {
      body: referral_code ? { ...body, referral_code } : body,
    })
    await call(base, 'POST', '/profile/welcome-seen', { as: person })
    return person
  }
  const mailbox = async () => (await fetch(`${base}/dev/mailbox`)).text()
  async function proveEmail(as: Person): Promise<void> {
    await call(base, 'POST', '/verify-email', { as, body: { code: await emailCode(mailbox, as.user.email) } })
  }
  async function back(person: Person): Promise<Person> {
    return call(base, 'POST', '/login', { body: { login: person.user.email, password: PASSWORD } })
  }
  const methods: { id: number; type: string }[] = await asAdmin('GET', '/deposit-methods')
  const methodId = (type: string) => methods.find((method) => method.type === type)?.id
  async function ask(as: Person, rupees: number, transaction_id = paymentReference()): Promise<number> {
    const body = { amount: rupees, transaction_id, payment_method: methodId(rupees > 20_000 ? 'bank' : 'upi') }
    return (await call<{ id: number }>(base, 'POST', '/deposits', { as, body })).id
  }
  async function deposit(as: Person, rupees: number): Promise<void> {
    const id = await ask(as, rupees)
    await asAdmin('PUT', `/deposits/${id}`, { status: 'approved', approved_amount: rupees })
  }
  async function submitPan(as: Person): Promise<void> {
    const form = new FormData()
    form.append('image', new Blob([new Uint8Array(await makePicture('jpeg', { width: 960, height: 600 }))]), 'pan.jpg')
    const headers = { authorization: `Bearer ${as.token}` }
    const reply = await fetch(`${base}/api/upload-image`, { method: 'POST', headers, body: form })
    const { url }: { url: string } = JSON.parse(await reply.text())
    const body = { govt_id_type: 'pan', govt_id_urls: [url], govt_id_number: randomPan() }
    await call(base, 'PUT', '/profile', { as, body })
  }
  async function verify(person: Person): Promise<void> {
    await proveEmail(person)
    await submitPan(person)
    await asAdmin('POST', `/kyc/${person.user.id}/verify`, { id_index: 0, status: 'approved' })
  }
  async function withdraw(as: Person, amount: number, withdrawal_details: object, type = 'upi'): Promise<number> {
    return (
      await call<{ id: number }>(base, 'POST', '/withdrawals', { as, body: { amount, type, withdrawal_details } })
    ).id
  }
  const bank = (account_name: string) => ({
    bank_name: 'HDFC Bank',
    account_name,
    account_number: '501001234417',
    ifsc_code: 'HDFC0000001',
  })
  async function invest(as: Person, symbol: string, amount: number): Promise<void> {
    const plans = await asAdmin<{ id: number; symbol: string }[]>('GET', '/cryptocurrencies')
    const cryptocurrency_id = plans.find((plan) => plan.symbol === symbol)?.id
    await call(base, 'POST', '/crypto/invest', { as, body: { cryptocurrency_id, amount } })
  }

  // Six weeks ago
  await goTo(44)
  let regular = await join('Ananya Krishnamurthy')
  await verify(regular)
  await deposit(regular, 48_500)
  await invest(regular, 'BTC', 10_000)
  await call(base, 'POST', '/flexible/deposit', { as: regular, body: { amount: 12_000 } })
  const { referral_code } = await call<{ referral_code: string }>(base, 'GET', '/profile', { as: regular })

  await goTo(27)
  ;[admin, regular] = [await signIn(), await back(regular)]
  await invest(regular, 'ETH', 7_500)

  await goTo(12)
  ;[admin, regular] = [await signIn(), await back(regular)]
  const paid = await withdraw(regular, 5_000, { upi_id: 'ananya.k@okhdfcbank' })
  await asAdmin('PUT', `/withdrawals/${paid}`, { status: 'approved', transaction_id: paymentReference() })
  const refused = await withdraw(regular, 2_000, bank('A Krishnamurthy'), 'bank')
  const nameDiffers = 'The account holder’s name differs from the name on your PAN.'
  await asAdmin('PUT', `/withdrawals/${refused}`, { status: 'rejected', admin_note: nameDiffers })

  await goTo(3)
  ;[admin, regular] = [await signIn(), await back(regular)]
  const reused = paymentReference()
  const unseen = await ask(regular, 2_500, reused)
  const notReceived = 'No payment with this reference has reached us.'
  await asAdmin('PUT', `/deposits/${unseen}`, { status: 'rejected', admin_note: notReceived })
  await deposit(regular, 15_000.5)
  let friend = await join('Imran Sheikh', referral_code)
  await verify(friend)
  await deposit(friend, 6_000)
  await call(base, 'POST', '/flexible/deposit', { as: friend, body: { amount: 1_000 } })
  await join('Meera Deshpande', referral_code)

  for (const daysAgo of [2, 1, 0.03]) await goTo(daysAgo)
  ;[admin, regular, friend] = [await signIn(), await back(regular), await back(friend)]

  const wealthy = await join(LONG_NAME)
  await verify(wealthy)
  const { name, email, phone, id } = wealthy.user
  const own = await call<{ referral_code: string }>(base, 'GET', '/profile', { as: wealthy })
  const body = { name, email, phone, referral_code: own.referral_code, is_active: true }
  await asAdmin('PUT', `/admin/users/${id}/edit`, { ...body, balance: LARGEST_RUPEES, reason: 'Sample' })
  const newcomer = await join('Ravi')

  // What waits for a decision
  await ask(friend, 3_000)
  await ask(wealthy, LARGEST_RUPEES)
  for (const [n, waiting] of ['Fatima Beevi', 'Gurpreet Singh Ahluwalia', 'Joseph Mathew', 'Lakshmi Iyer'].entries()) {
    await goTo(0.02 - n * 0.004) // half an hour ago, and every six minutes after
    const person = await join(waiting)
    await ask(person, 1_000 + n * 2_750, n === 0 ? reused : paymentReference())
    await submitPan(person)
  }
  await ask(regular, 2_000)
  await withdraw(regular, 3_000, { upi_id: 'ananya.k@okhdfcbank' })
  await withdraw(wealthy, 9_99_999.5, bank(LONG_NAME), 'bank')
  await withdraw(friend, 1_200, { upi_id: 'imran.sheikh.mumbai.1994@okicici' })

  await goTo(0)
  admin = await signIn() // an admin's session ends after half an hour without use
  const recipient = friend.user.email
  const begun = { as: regular, body: { recipient, amount: 1_250 } }
  const { transfer_id } = await call<{ transfer_id: number }>(base, 'POST', '/balance-transfer/initiate', begun)
  const otp = await transferCode(mailbox, regular.user.email)
  await call(base, 'POST', '/balance-transfer/verify', { as: regular, body: { transfer_id, otp } })
  const transfer = { recipient, amount: 750, note: 'Chai and train tickets' }
  await call(base, 'POST', '/balance-transfer/initiate', { as: regular, body: transfer })
  await call(base, 'POST', '/flexible/deposit', { as: regular, body: { amount: 1_500 } })

  const news =
    'Earn now pays interest every day, weekends included\nUPI deposits are checked within the hour, 9 am to 9 pm'
  await asAdmin('PUT', '/settings/header_line', { value: news, description: 'Lines of the banner' })
  const newsInHindi =
    'Earn अब हर दिन ब्याज देता है, शनिवार-रविवार को भी\nUPI से जमा की जाँच एक घंटे में होती है, सुबह 9 से रात 9 तक'
  await asAdmin('PUT', '/settings/header_line_hi', { value: newsInHindi })
  const gold = { title: 'Gold Saver 180: opens on 1 January', title_hi: 'गोल्ड बचत 180: 1 जनवरी से' }
  await asAdmin('POST', '/upcomings', { ...gold, link: 'https://example.com/gold' })
  const papers = { title: 'Statements for your accountant', title_hi: 'आपके अकाउंटेंट के लिए विवरण' }
  await asAdmin('POST', '/upcomings', { ...papers, link: '' })
  for (const type of ['info', 'success', 'warning', 'error']) {
    const words = { title: 'Planned maintenance on Sunday', message: 'Withdrawals rest from 2 am to 3 am.' }
    const inHindi = { title_hi: 'रविवार को रखरखाव', message_hi: 'रात 2 से 3 बजे तक निकासी नहीं होगी।' }
    await asAdmin('POST', '/send-notification', { user_id: regular.user.id, ...words, ...inHindi, type })
  }
  return { regular, wealthy, newcomer, admin }
}

type Method = 'GET' | 'POST' | 'PUT'

/** Throws with the reply if it is not 2xx. */
async function call<Answer>(
  base: string,
  method: Method,
  path: string,
  { as, body }: { as?: Person; body?: object | undefined } = {},
): Promise<Answer> {
  const headers = new Headers(as ? { authorization: `Bearer ${as.token}` } : {})
  if (body) headers.set('content-type', 'application/json')
  const reply = await fetch(`${base}/api${path}`, { method, headers, body: body ? JSON.stringify(body) : null })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status} ${text}`)
  return JSON.parse(text || 'null')
}
