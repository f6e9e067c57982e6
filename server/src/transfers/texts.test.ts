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
