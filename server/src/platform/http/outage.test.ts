import { expect, onTestFinished, test } from 'vitest'
import { testServer } from '../../../../tests/support/server.ts'
import { buildApp } from '../../app.ts'
import { makeDb } from '../database/database.ts'
import { openPool } from '../database/open.ts'
import { makeLog } from '../log.ts'
import { makeSettingsSnapshot } from '../settings.ts'
import { watchOutage } from './outage.ts'

function watched() {
  const lines: string[] = []
  const log = makeLog({ readable: false, write: (line) => lines.push(line) })
  return { log, logged: () => lines.map((line) => JSON.parse(line)).map(({ level, count }) => [level, count]) }
}

const away = new Error('away')
const read = { isRead: true, usesFiles: false }
const write = { isRead: false, usesFiles: false }
const upload = { isRead: false, usesFiles: true }

test('an outage is logged when it begins and when it ends, however many calls it refuses', () => {
  const { log, logged } = watched()
  const outage = watchOutage(log)
  outage.answered(read)
  for (let call = 0; call < 100; call++) outage.refused('database', away, read)
  outage.answered(read)
  outage.answered(read)
  outage.refused('database', away, read)
  expect(logged()).toEqual([
    ['error', undefined],
    ['warn', 100],
    ['error', undefined],
  ])
})

test('calls that need no file do not end an outage of the file store', () => {
  const { log, logged } = watched()
  const outage = watchOutage(log)
  for (let upload = 0; upload < 3; upload++) {
    outage.refused('file store', away, write)
    outage.answered(write)
  }
  outage.answered(upload)
  expect(logged()).toEqual([
    ['error', undefined],
    ['warn', 3],
  ])
})

test.each(['database', 'file store'] as const)('reads do not end an outage of the %s that refuses writes', (part) => {
  const { log, logged } = watched()
  const outage = watchOutage(log)
  for (let call = 0; call < 3; call++) {
    outage.refused(part, away, write)
    outage.answered({ isRead: true, usesFiles: true })
  }
  outage.answered(upload)
  expect(logged()).toEqual([
    ['error', undefined],
    ['warn', 3],
  ])
})

test('an outage of the database lasts until a call has used it again', async () => {
  const server = await testServer()
  const nowhere = openPool('postgresql://u:p@127.0.0.1:1/none')
  const { log, logged } = watched()
  let reached = makeDb(nowhere)
  const db: typeof reached = { ...reached, run: (query) => reached.run(query), begin: (mode) => reached.begin!(mode) }
  const app = await buildApp({ ...server.services, db, settings: makeSettingsSnapshot(db), log })
  onTestFinished(async () => {
    await app.close()
    await nowhere.end()
    await server.close()
  })
  const { token } = await server.makeUser()
  const call = async (path: string) => {
    const { statusCode } = await app.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${token}` } })
    return [path, statusCode]
  }
  for (let n = 0; n < 3; n++) {
    expect(await call('/profile')).toEqual(['/profile', 503])
    expect(await call('/health/live')).toEqual(['/health/live', 200])
    expect(await call('/openapi.json')).toEqual(['/openapi.json', 200])
  }
  expect(logged()).toEqual([['error', undefined]])
  reached = server.services.db
  expect(await call('/profile')).toEqual(['/profile', 200])
  expect(logged()).toEqual([
    ['error', undefined],
    ['warn', 3],
  ])
})
