/** Fills every text that a person or an admin can write, through the API, so that it is stored and shown somewhere. */
import { randomInt } from 'node:crypto'
import { newPerson, type Person } from '../../tests/support/logins.ts'
import { emailCode, mailedTo } from '../../tests/support/mailbox.ts'
import { randomPan } from '../../tests/support/people.ts'
import { makePicture } from '../../tests/support/pictures.ts'
import { planTerms } from '../../tests/support/planTerms.ts'
import { plantBank, type Unsettled } from './plantBank.ts'
import { HERE, type Planter } from './planter.ts'

/** The created people and records; their screens are visited afterwards. */
export type Planted = {
  admin: Person
  people: Person[]
  conversations: { person: Person; id: number }[]
  /** A batch of payouts with the bank's result. */
  batch: number | null
}

type Site = { base: string; texts: readonly string[]; admin: { login: string; password: string } }
type Row = { id: number; [key: string]: unknown }

export async function plant(planter: Planter, { base, texts, admin: login }: Site, people: number): Promise<Planted> {
  const { put, must } = planter
  const admin = await must<Person>(null, 'POST', '/login', {}, login)
  const readMailbox = async () => (await fetch(`${base}/dev/mailbox`)).text()
  const planted: Planted = { admin, people: [], conversations: [], batch: null }
  const unsettled: Unsettled = { deposits: [], withdrawals: [] }
  const asAdmin = (method: string, path: string, params: object, body?: object) =>
    put(admin, method, path, params, body)
  const methods = await must<{ id: number; type: string }[]>(admin, 'GET', '/deposit-methods', {})
  const upi = methods.find(({ type }) => type === 'upi')?.id

  for (let n = 0; n < people; n++) await fillCatalogue(n)
  await fillSettings()
  for (let n = 0; n < people; n++) planted.people.push(await join())
  for (const [n, person] of planted.people.entries()) await live(person, n)
  planted.batch = await plantBank(planter, { admin, texts, unsettled })
  await closeOne()
  await declineOne()
  return planted

  async function fillCatalogue(n: number) {
    const offer = { name: HERE, amount: 1000 + n, bonus_percentage: 2, description: HERE }
    const made = await asAdmin('POST', '/admin/balance-packages', {}, offer)
    if (made) await asAdmin('PUT', '/admin/balance-packages/{id}', { id: made.id }, offer)
    const kind = { name: HERE, description: HERE }
    const category = await asAdmin('POST', '/admin/cryptocurrency-categories', {}, kind)
    if (category) {
      await asAdmin('PUT', '/admin/cryptocurrency-categories/{id}', { id: category.id }, kind)
      const plan = {
        name: HERE,
        symbol: `X${randomInt(1e6)}`,
        description: HERE,
        wallet_address: HERE,
        icon_url: '/icons/plans/coin-dots.svg',
        category_id: category.id,
        ...planTerms,
      }
      const one = await asAdmin('POST', '/admin/cryptocurrencies', {}, plan)
      if (one) await asAdmin('PUT', '/admin/cryptocurrencies/{id}', { id: one.id }, { ...plan, symbol: HERE })
    }
    const details = [
      ['upi', { upi_id: `pay${n}@okhdfc`, merchant_name: HERE, qr_code_url: HERE }],
      ['bank', { bank_name: HERE, account_name: HERE, account_number: HERE, ifsc_code: 'HDFC0000001', branch: HERE }],
      ['bank', { bank_name: HERE, account_name: HERE, account_number: '501001234417', ifsc_code: 'HDFC0000001' }],
    ] as const
    for (const [type, one] of details) {
      const method = { name: HERE, type, instructions: HERE, details: one, confirm_payee: true }
      const saved = await asAdmin('POST', '/deposit-methods', {}, method)
      if (saved) await asAdmin('PUT', '/deposit-methods/{id}', { id: saved.id }, method)
    }
    const upcoming = await asAdmin('POST', '/upcomings', {}, { title: HERE, link: '' })
    if (upcoming) await asAdmin('PUT', '/upcomings/{id}', { id: upcoming.id }, { title: HERE, link: '' })
    const canned = { title: HERE, text_en: HERE, text_hi: HERE }
    const answer = await asAdmin('POST', '/admin/canned-answers', {}, canned)
    if (answer) await asAdmin('PUT', '/admin/canned-answers/{id}', { id: answer.id }, canned)
    const expires_at = new Date(Date.now() + 30 * 86_400_000).toISOString()
    await asAdmin('POST', '/admin/mass-notification', {}, { title: HERE, message: HERE, type: 'info', expires_at })
    const { password, ...colleague } = newPerson()
    const added = { ...colleague, name: HERE, password: `${password} of another`, roles: ['viewer'] }
    await asAdmin('POST', '/admin/admins', {}, added)
    await visit(n)
  }

  /** A visitor writes, and confirms the address. */
  async function visit(n: number) {
    const { email } = newPerson('visitor')
    await put(null, 'POST', '/contact', {}, { name: HERE, email, message: HERE })
    if (n > 3) return // opening mails takes a while
    const token = await mailedTo(readMailbox, email, /confirm=([\w.~-]+)/)
    const { data } = await must<{ data: Row[] }>(null, 'POST', '/contact/waiting', {}, { token })
    await must(null, 'POST', '/contact/confirm', {}, { token, messages: data.map(({ id }) => id) })
  }

  async function fillSettings() {
    const settings = await must<{ key: string; type: string; value: string }[]>(admin, 'GET', '/settings', {})
    for (const { key, type } of settings)
      if (type === 'text' && key !== 'admin_second_factor')
        await asAdmin('PUT', '/settings/{key}', { key }, { value: HERE, description: HERE })
    const [first] = settings.filter((each) => each.type === 'number')
    if (first)
      await asAdmin('PUT', '/settings', {}, { changes: [{ key: first.key, value: first.value, description: HERE }] })
  }

  async function join(): Promise<Person> {
    const registered = await put(null, 'POST', '/register', {}, { ...newPerson(), name: HERE })
    const person = registered as unknown as Person | null
    if (!person) return join()
    await must(person, 'POST', '/profile/welcome-seen', {})
    await must(person, 'POST', '/verify-email', {}, { code: await emailCode(readMailbox, person.user.email) })
    const own = await must<{ referral_code: string }>(person, 'GET', '/profile', {})
    const { email, phone, id } = person.user
    const form = { email, phone, is_active: true, name: HERE }
    const rich = { ...form, referral_code: own.referral_code, balance: 50_000, reason: HERE }
    if (!(await asAdmin('PUT', '/admin/users/{id}/edit', { id }, rich))) throw new Error('nobody got money')
    await asAdmin('PUT', '/admin/users/{id}/edit', { id }, { ...form, referral_code: HERE })
    await submitPan(person)
    await asAdmin(
      'POST',
      '/kyc/{userId}/verify',
      { userId: id },
      { id_index: 0, status: 'rejected', rejection_reason: HERE },
    )
    await submitPan(person)
    await asAdmin('POST', '/kyc/{userId}/reveal', { userId: id }, { id_index: 0, reason: HERE })
    await must(admin, 'POST', '/kyc/{userId}/verify', { userId: id }, { id_index: 0, status: 'approved' })
    return person
  }

  async function submitPan(as: Person) {
    const form = new FormData()
    form.append('image', new Blob([new Uint8Array(await makePicture('jpeg', { shade: randomInt(250) }))]), 'pan.jpg')
    const headers = { authorization: `Bearer ${as.token}` }
    const reply = await fetch(`${base}/api/upload-image`, { method: 'POST', headers, body: form })
    const { url } = (await reply.json()) as { url: string }
    await must(as, 'PUT', '/profile', {}, { govt_id_type: 'pan', govt_id_urls: [url], govt_id_number: randomPan() })
  }

  async function live(person: Person, n: number) {
    const { id } = person.user
    const note = (subject: string, of: number) =>
      asAdmin('POST', '/notes/{subject}/{id}', { subject, id: of }, { text: HERE })
    for (let k = 0; k < 8; k++) {
      await note('user', id)
      const words = { title: HERE, message: HERE, type: ['info', 'success', 'warning', 'error'][k % 4] }
      await asAdmin('POST', '/send-notification', {}, { user_id: id, ...words })
      const deposit = await put(
        person,
        'POST',
        '/deposits',
        {},
        { amount: 1000 + k, transaction_id: HERE, payment_method: upi },
      )
      if (deposit && k % 3 === 2) {
        const transaction_id = String(deposit['transaction_id'])
        unsettled.deposits.push({ id: deposit.id, amount: 1000 + k, transaction_id })
      }
      if (deposit) await decideDeposit(deposit.id, k)
      const bank = { bank_name: HERE, account_name: HERE, account_number: '501001234417', ifsc_code: 'HDFC0000001' }
      const asked = { amount: 1000 + k, type: 'bank', withdrawal_details: bank }
      const withdrawal = await put(person, 'POST', '/withdrawals', {}, asked)
      // Nothing can be paid to people whose identity is revoked below.
      if (withdrawal && k % 3 === 2 && n % 3 !== 2) unsettled.withdrawals.push(withdrawal.id)
      if (withdrawal) await decideWithdrawal(withdrawal.id, k)
      if (k === 7 && deposit && withdrawal) {
        await note('deposit', deposit.id)
        await note('withdrawal', withdrawal.id)
      }
    }
    await converse(person)
    const friend = planted.people[(n + 1) % planted.people.length]
    const sent = { recipient: friend?.user.email, amount: 10, note: HERE }
    const begun = await put(person, 'POST', '/balance-transfer/initiate', {}, sent)
    if (begun && n < 4) {
      const otp = await mailedTo(readMailbox, person.user.email, /(\d{6}) is your one-time code/)
      await must(person, 'POST', '/balance-transfer/verify', {}, { transfer_id: begun['transfer_id'], otp })
      await put(person, 'POST', '/balance-transfer/initiate', {}, sent)
    }
    await asAdmin('POST', '/users/{id}/freeze', { id }, { reason: HERE })
    await must(admin, 'POST', '/users/{id}/unfreeze', { id })
    await asAdmin('POST', '/users/{id}/earn-to-wallet', { id }, { reason: HERE })
    if (n % 3 === 2) await asAdmin('POST', '/kyc/{userId}/revoke', { userId: id }, { id_index: 0, reason: HERE })
  }

  async function decideDeposit(id: number, k: number) {
    if (k % 3 === 0) await asAdmin('PUT', '/deposits/{id}', { id }, { status: 'rejected', admin_note: HERE })
    if (k % 3 !== 1) return
    const approval = { status: 'approved', approved_amount: 1000 + k, admin_note: HERE }
    if (await asAdmin('PUT', '/deposits/{id}', { id }, approval))
      await asAdmin('POST', '/deposits/{id}/reverse', { id }, { reason: HERE })
  }

  async function decideWithdrawal(id: number, k: number) {
    if (k % 3 === 0) await asAdmin('PUT', '/withdrawals/{id}', { id }, { status: 'rejected', admin_note: HERE })
    if (k % 3 !== 1) return
    const approval = { status: 'approved', transaction_id: HERE, admin_note: HERE }
    if (await asAdmin('PUT', '/withdrawals/{id}', { id }, approval))
      await asAdmin('POST', '/withdrawals/{id}/return', { id }, { reason: HERE })
  }

  async function converse(person: Person) {
    for (let k = 0; k < 3; k++) {
      const started = await put(person, 'POST', '/conversations', {}, { text: HERE })
      if (!started) continue
      const { id } = started
      planted.conversations.push({ person, id })
      for (let m = 0; m < 4; m++) {
        const said = await put(person, 'POST', '/conversations/{id}/messages', { id }, { text: HERE })
        const answer = { text: HERE, seen: said?.id, close: false }
        if (said) await asAdmin('POST', '/admin/conversations/{id}/messages', { id }, answer)
      }
    }
  }

  /** A person whose account is deactivated and then deleted, with the team's reasons. */
  async function closeOne() {
    const person = await must<Person>(null, 'POST', '/register', {}, newPerson())
    await submitPan(person)
    const { id } = person.user
    await must(admin, 'POST', '/kyc/{userId}/verify', { userId: id }, { id_index: 0, status: 'approved' })
    const why = { reason: HERE, reason_kind: 'other' }
    await asAdmin('POST', '/users/{id}/earn-to-wallet', { id }, { reason: HERE })
    const own = await must<{ referral_code: string }>(person, 'GET', '/profile', {})
    const { name, email, phone } = person.user
    const form = { name, email, phone, referral_code: own.referral_code, is_active: true, balance: 0, reason: HERE }
    await asAdmin('PUT', '/admin/users/{id}/edit', { id }, form)
    await asAdmin('POST', '/users/{id}/toggle-status', { id }, why)
    await asAdmin('DELETE', '/users/{id}', { id }, why)
    await asAdmin('POST', '/kyc/{userId}/open-locked', { userId: id }, { reason: HERE })
  }

  /** Last, because from now on every such act needs a second admin, who declines with a reason. */
  async function declineOne() {
    const { password, ...colleague } = newPerson('Second')
    const first = `${password} of another`
    await must(admin, 'POST', '/admin/admins', {}, { ...colleague, password: first, roles: ['owner'] })
    const second = await must<Person>(null, 'POST', '/login', {}, { login: colleague.email, password: first })
    const own = { current_password: first, new_password: password, new_password_confirmation: password }
    await must(second, 'PUT', '/profile', {}, own)
    await must(admin, 'PUT', '/settings/{key}', { key: 'four_eyes_above' }, { value: 0 })
    for (let n = 0; n < people; n++) {
      const offer = { name: HERE, amount: 5000 + n, bonus_percentage: 2, description: HERE }
      const kept = await asAdmin('POST', '/admin/balance-packages', {}, offer)
      const proposal = (kept?.['proposal'] as Row | undefined)?.id
      if (proposal && n % 2 === 0)
        await put(second, 'POST', '/admin/proposals/{id}/decline', { id: proposal }, { reason: HERE })
    }
  }
}
