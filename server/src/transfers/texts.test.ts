/** The code by SMS, if the operator has a gateway. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { testServer } from '../../../tests/support/server.ts'
import { sendTexts } from '../platform/outbox/outbox.ts'
import { sql } from '../platform/database/sql.ts'

test('with a gateway the code also goes by SMS, after the commit, and is retried', async () => {
  const received: unknown[] = []
  let failures = 1
  const gateway = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += chunk))
    request.on('end', () => {
      if (failures-- > 0) return response.writeHead(503).end()
      received.push(JSON.parse(text))
      return response.end('queued')
    })
  })
  await new Promise<void>((ready) => gateway.listen(0, '127.0.0.1', ready))
  const { port } = gateway.address() as AddressInfo
  const texting = await testServer({ env: { SMS_URL: `http://127.0.0.1:${port}/send?entity=1` } })
  const sender = await texting.makeUser({ walletRupees: 100 })
  const receiver = await texting.makeUser({ name: 'Asha Rao' })
  await texting.call('POST', '/balance-transfer/initiate', {
    as: sender,
    body: { recipient: receiver.email, amount: 50 },
  })
  await sendTexts.run(texting.services, texting.clock.now())
  expect(received).toEqual([])
  texting.clock.moveTo(new Date(texting.clock.now().getTime() + 31_000))
  await sendTexts.run(texting.services, texting.clock.now())
  expect(received).toEqual([
    {
      to: sender.phone,
      message: expect.stringMatching(/^\d{6} is your BittKosh code to send ₹50.00 to “Asha R•••”\./),
    },
  ])
  const { rows } = await sql<{ body: string }>`select body from outbox where channel = 'sms'`.execute(
    texting.services.db,
  )
  expect(rows).toEqual([{ body: '' }])
  gateway.close()
  await texting.close()
})

test('a number that is not proven gets no code, and its owner is told so before', async () => {
  const texting = await testServer({ env: { SMS_URL: 'http://127.0.0.1:1/send' } })
  const [sender, receiver] = [await texting.makeUser({ walletRupees: 100 }), await texting.makeUser()]
  const bySms = async () => (await texting.call('GET', '/balance-transfer/terms', { as: sender })).body.code_by_sms
  expect(await bySms()).toBe(true)
  const { db } = texting.services
  await sql`update users set phone_verified_at = null where id = ${sender.id}`.execute(db)
  expect(await bySms()).toBe(false)
  const body = { recipient: receiver.email, amount: 50 }
  expect((await texting.call('POST', '/balance-transfer/initiate', { as: sender, body })).status).toBe(201)
  const { rows } = await sql`select channel from outbox where channel = 'sms'`.execute(db)
  expect(rows).toEqual([])
  await texting.close()
})
