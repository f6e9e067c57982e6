/** Texts that operators write in both languages, on their way to each reader. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectInvariants } from './support/invariants.ts'
import { type TestServer, type TestUser, testServer } from './support/server.ts'

let server: TestServer
let admin: TestUser
let user: TestUser

beforeAll(async () => {
  server = await testServer()
  admin = await server.makeUser({ role: 'admin' })
  user = await server.makeUser({ walletRupees: 50_000 })
})
afterAll(async () => {
  await expectInvariants(server)
  await server.close()
})

const write = async (path: string, body: object, method: 'POST' | 'PUT' = 'POST') => {
  const answer = await server.call(method, path, { as: admin, body })
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}
const read = async (path: string, language: 'en' | 'hi', as = user) =>
  (await server.call('GET', path, { as, language })).body
const find = (list: { id: number }[], id: number) => list.find((one) => one.id === id)
const fresh = (word: string) => `${word} ${randomUUID().slice(0, 8)}`

const category = () => ({ name: fresh('Savers'), description: 'Modest', name_hi: 'बचत', description_hi: 'थोड़ा लाभ' })
const plan = (category: number) => ({
  name: 'Month',
  name_hi: 'महीना',
  description: 'One month',
  description_hi: 'एक महीना',
  symbol: `H${randomUUID().slice(0, 8)}`,
  icon_url: 'https://icons.test/a.svg',
  category_id: category,
  minimum_deposit: 1000,
  maximum_deposit: 50_000,
  profit_percentage: 2,
  lower_fluctuation: 10,
  higher_fluctuation: 20,
  bottom_flow: '0.1',
  upper_flow: '0.2',
})
const offer = {
  name: 'Family',
  name_hi: 'परिवार',
  description: 'For savings',
  description_hi: 'बचत के लिए',
  amount: 2000,
  bonus_percentage: 2,
}
const method = {
  name: 'Our bank',
  name_hi: 'हमारा बैंक',
  instructions: 'Pay exactly',
  instructions_hi: 'ठीक उतना ही भेजें',
  type: 'upi',
  details: { upi_id: 'kosh@upi' },
}

type Case = {
  what: string
  /** Adds a record and returns its id, the user's list of such records, and the call that changes it. */
  add: () => Promise<{ id: number; list: string; change: string; form: object }>
  fields: readonly string[]
}
const cases: Case[] = [
  {
    what: 'a category',
    fields: ['name', 'description'],
    add: async () => {
      const form = category()
      const { id } = await write('/admin/cryptocurrency-categories', form)
      const change = `/admin/cryptocurrency-categories/${id}`
      return { id, list: '/cryptocurrency-categories', change, form }
    },
  },
  {
    what: 'a plan',
    fields: ['name', 'description'],
    add: async () => {
      const form = plan((await write('/admin/cryptocurrency-categories', category())).id)
      const { id } = await write('/admin/cryptocurrencies', form)
      return { id, list: '/cryptocurrencies', change: `/admin/cryptocurrencies/${id}`, form }
    },
  },
  {
    what: 'a package',
    fields: ['name', 'description'],
    add: async () => {
      const { id } = await write('/admin/balance-packages', offer)
      return { id, list: '/balance-packages', change: `/admin/balance-packages/${id}`, form: offer }
    },
  },
  {
    what: 'a payment method',
    fields: ['name', 'instructions'],
    add: async () => {
      const { id } = await write('/deposit-methods', method)
      return { id, list: '/deposit-methods', change: `/deposit-methods/${id}`, form: method }
    },
  },
  {
    what: 'an upcoming item',
    fields: ['title'],
    add: async () => {
      const form = { title: 'Safe banking', title_hi: 'सुरक्षित बैंकिंग', link: null }
      const { id } = await write('/upcomings', form)
      return { id, list: '/upcomings', change: `/upcomings/${id}`, form }
    },
  },
]

describe.each(cases)('$what', ({ add, fields }) => {
  const only = (record: object | undefined, suffix = '') => {
    const texts = new Map(Object.entries(record ?? {}))
    return Object.fromEntries(fields.map((field) => [field, texts.get(field + suffix)]))
  }

  test('is read in the reader’s language, under the names of its fields in the API', async () => {
    const { id, list, form } = await add()
    expect(only(find(await read(list, 'en'), id))).toEqual(only(form))
    const inHindi = find(await read(list, 'hi'), id)
    expect(only(inHindi)).toEqual(only(form, '_hi'))
    expect(Object.keys(inHindi ?? {}).filter((name) => name.endsWith('_hi'))).toEqual([])
  })

  test('keeps its Hindi if an edit leaves it out, and is read in English once the Hindi is emptied', async () => {
    const { id, list, change, form } = await add()
    const english = Object.fromEntries(Object.entries(form).filter(([name]) => !name.endsWith('_hi')))
    await write(change, english, 'PUT')
    expect(only(find(await read(list, 'hi'), id))).toEqual(only(form, '_hi'))
    const emptied = Object.fromEntries(fields.map((field) => [`${field}_hi`, ' ']))
    const changed = await write(change, { ...english, ...emptied }, 'PUT')
    expect(only(changed, '_hi')).toEqual(Object.fromEntries(fields.map((field) => [field, ''])))
    expect(only(find(await read(list, 'hi'), id))).toEqual(only(form))
  })

  test('is in the audit log with both', async () => {
    const { id, change, form } = await add()
    const [field = ''] = fields
    await write(change, { ...form, [`${field}_hi`]: 'नया' }, 'PUT')
    const { data } = await read(`/audit?subject_id=${id}`, 'en', admin)
    const entry = data.find(({ after }: { after: object | null }) => after && `${field}_hi` in after)
    expect(entry.before[`${field}_hi`]).toBe(new Map(Object.entries(form)).get(`${field}_hi`))
    expect(entry.after[`${field}_hi`]).toBe('नया')
  })
})

test('an admin’s notification is read in both languages, and its sender sees both', async () => {
  const words = { title: 'Holiday', title_hi: 'छुट्टी', message: 'Banks rest', message_hi: '', type: 'info' }
  const { id } = await write('/send-notification', { ...words, user_id: user.id })
  const everyone = await write('/admin/mass-notification', { ...words, expires_at: '2100-01-01T00:00:00Z' })
  for (const sent of [id, everyone.id]) {
    const inHindi = find((await read('/notifications', 'hi')).data, sent)
    expect(inHindi).toMatchObject({ title: 'छुट्टी', message: 'Banks rest' })
    expect(find((await read('/notifications', 'en')).data, sent)).toMatchObject({ title: 'Holiday' })
  }
  const { data } = await read('/admin/mass-notifications', 'hi', admin)
  expect(find(data, everyone.id)).toMatchObject({ title: 'Holiday', title_hi: 'छुट्टी', message_hi: '' })
})

test('an investment keeps its plan’s name in both languages: in lists, history, payouts and its notification', async () => {
  const form = plan((await write('/admin/cryptocurrency-categories', category())).id)
  const { id } = await write('/admin/cryptocurrencies', form)
  const bought = await server.call('POST', '/crypto/invest', {
    as: user,
    language: 'hi',
    body: { cryptocurrency_id: id, amount: 1000 },
  })
  expect(bought.body.cryptocurrency.name).toBe('महीना')
  await write(`/admin/cryptocurrencies/${id}`, { ...form, name: 'Renamed', name_hi: 'बदला' }, 'PUT')
  const names = async (language: 'en' | 'hi') => {
    const { data } = await read('/crypto/investments', language)
    const { investments } = await read('/portfolio', language)
    const payouts = (await read('/portfolio/payouts?days=90', language)).data
    const { transactions } = await read('/transactions', language)
    const named = (list: { id: number; cryptocurrency: { name: string } }[]) =>
      list.find((one) => one.id === bought.body.id)?.cryptocurrency.name
    const paid = payouts.find((payout: { id: number }) => payout.id === bought.body.id)
    const [line] = transactions
    return [named(data), named(investments), paid.name, line.details.cryptocurrency.name, line.counterparty]
  }
  expect(await names('hi')).toEqual(['महीना', 'महीना', 'महीना', 'महीना', 'महीना'])
  expect(await names('en')).toEqual(['Month', 'Month', 'Month', 'Month', 'Month'])
})

test('a deposit keeps the names of its package and method in both languages, and so does its notification', async () => {
  const sold = await write('/admin/balance-packages', offer)
  const by = await write('/deposit-methods', method)
  const body = { balance_package_id: sold.id, payment_method: by.id, transaction_id: randomUUID().slice(0, 12) }
  const made = await server.call('POST', '/deposits', { as: user, language: 'hi', body })
  expect(made.body).toMatchObject({ method: { name: 'हमारा बैंक' }, package: { name: 'परिवार' } })
  await write(`/deposits/${made.body.id}`, { status: 'approved', approved_amount: 2000 }, 'PUT')
  const said = async (language: 'en' | 'hi') => {
    const { transactions } = await read('/transactions?type=deposit', language)
    const [notice] = (await read('/notifications', language)).data
    return [transactions[0].counterparty, notice.message]
  }
  expect(await said('hi')).toEqual(['परिवार · हमारा बैंक', expect.stringContaining("'परिवार'")])
  expect(await said('en')).toEqual(['Family · Our bank', expect.stringContaining("'Family'")])
})

describe('the risk line and the banner', () => {
  const set = (key: string, value: string) => write(`/settings/${key}`, { value }, 'PUT')
  const risk = async (language: 'en' | 'hi') => [
    (await read('/settings/risk_disclosure', language)).value,
    (await read('/site', language)).risk_disclosure,
  ]

  test('are shipped in Hindi, then in the operator’s English until they write Hindi', async () => {
    for (const text of await risk('hi')) expect(text).toContain('क्रिप्टो')
    expect((await read('/settings/header_line', 'hi')).value).toContain('स्वागत')
    await set('risk_disclosure', 'Very risky.')
    expect(await risk('hi')).toEqual(['Very risky.', 'Very risky.'])
    await set('risk_disclosure_hi', 'बहुत जोखिम।')
    expect(await risk('hi')).toEqual(['बहुत जोखिम।', 'बहुत जोखिम।'])
    expect(await risk('en')).toEqual(['Very risky.', 'Very risky.'])
  })

  test('are read by admins as they are stored', async () => {
    await set('header_line_hi', 'नमस्ते')
    expect((await read('/settings/header_line', 'hi', admin)).value).not.toBe('नमस्ते')
    expect((await read('/settings/header_line', 'hi')).value).toBe('नमस्ते')
  })
})
