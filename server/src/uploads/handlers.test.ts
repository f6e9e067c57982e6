import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileIdOf } from '@bittkosh/contract/uploads'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { makePicture, upload, uploadedUrl } from '../../../tests/support/pictures.ts'
import { type TestServer, type TestUser, testServer } from '../../../tests/support/server.ts'
import { buildApp } from '../app.ts'
import { fileStore, FOR_COMMANDS } from '../platform/files/files.ts'
import { makeLog } from '../platform/log.ts'
import { transaction } from '../platform/database/database.ts'
import { keyRing } from '../platform/files/keys.ts'
import { sql } from '../platform/database/sql.ts'
import { keepPictures, pictureLinks, resealFiles } from './actions.ts'
import { purgeUnusedPictures } from './jobs.ts'
import { storedPicturesAmiss } from './verify.ts'

let server: TestServer
let user: TestUser
let admin: TestUser

beforeAll(async () => {
  server = await testServer()
  user = await server.makeUser()
  admin = await server.makeUser({ role: 'admin' })
})
afterAll(() => server.close())

async function fetchFile(url: string, of: TestServer = server) {
  const reply = await of.app.inject({ method: 'GET', url })
  return { status: reply.statusCode, bytes: reply.rawPayload, headers: reply.headers }
}

const linkFor = (viewer: TestUser, url: string) =>
  pictureLinks(server.services.config, {
    files: [fileIdOf(url) ?? ''],
    viewer: viewer.id,
    at: server.clock.now(),
  })[0] ?? ''

const storedPath = (url: string) => {
  const id = fileIdOf(url) ?? ''
  return join(server.services.config.dataDir, 'uploads', 'files', id.slice(0, 2), id)
}

test('a picture comes back to its owner re-encoded, sandboxed and never cached', async () => {
  const { status, body } = await upload(server, user, await makePicture('png'))
  expect({ status, success: body.success }).toEqual({ status: 201, success: true })
  const file = await fetchFile(body.url)
  expect(file.status).toBe(200)
  expect(file.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'content-disposition': 'attachment; filename="document.jpg"',
    'referrer-policy': 'no-referrer',
  })
  expect((await sharp(file.bytes).metadata()).format).toBe('jpeg')
})

test('the file on disk is ciphertext under a name of ours', async () => {
  const url = await uploadedUrl(server, user)
  const bytes = readFileSync(storedPath(url))
  expect(bytes.includes(Buffer.from([0xff, 0xd8, 0xff]))).toBe(false)
  expect(bytes.includes('JFIF')).toBe(false)
})

test.each(['../../../etc/passwd', 'a\0b.jpg', 'CON', '/etc/cron.d/x', '..\\..\\x.jpg', '<img src=x>.jpg'])(
  'the file name %j is ignored',
  async (filename) => {
    const { status, body } = await upload(server, user, await makePicture(), { filename: encodeURIComponent(filename) })
    expect(status).toBe(201)
    expect(existsSync(storedPath(body.url))).toBe(true)
  },
)

describe('who can read a picture', () => {
  let url: string
  beforeAll(async () => {
    url = await uploadedUrl(server, user)
  })

  test.each([
    ['another file under this signature', (link: string) => link.replace(/files\/..../, 'files/AAAA')],
    ['another viewer', (link: string) => link.replace(/viewer=\d+/, 'viewer=2000000000')],
    ['a later end', (link: string) => link.replace(/until=\d+/, 'until=99999999999')],
    ['a changed signature', (link: string) => link.replace(/signature=.{4}/, 'signature=AAAA')],
  ])('%s is 404', async (_case, change) => {
    expect((await fetchFile(change(url))).status).toBe(404)
  })

  test('a link signed by a clock that ran ahead is 404 at once', async () => {
    const at = new Date(server.clock.now().getTime() + 3_600_000)
    const [link = ''] = pictureLinks(server.services.config, { files: [fileIdOf(url) ?? ''], viewer: user.id, at })
    expect((await fetchFile(link)).status).toBe(404)
  })

  test('a URL without a signature does not exist', async () => {
    for (const link of [url.split('?')[0] ?? '', url.replace(/signature=.*/, 'signature=')])
      expect((await fetchFile(link)).status).toBe(400)
  })

  test('another user is 404 even with a link signed for them', async () => {
    expect((await fetchFile(linkFor(await server.makeUser(), url))).status).toBe(404)
  })

  test('an admin can, and each view is logged', async () => {
    const id = fileIdOf(url)
    const views = async () => {
      const { rows } = await sql<{ n: bigint }>`
        select count(*) as n from audit_log
         where admin_id = ${admin.id} and action = 'picture viewed' and after->>'file' = ${id}
           and subject = 'user' and subject_id = ${user.id}`.execute(server.services.db)
      return rows[0]?.n
    }
    const link = linkFor(admin, url)
    expect(await views()).toBe(0n)
    expect((await fetchFile(link)).status).toBe(200)
    expect((await fetchFile(link)).status).toBe(200)
    expect(await views()).toBe(2n)
  })

  test('a link of a deactivated user is dead at once', async () => {
    const leaving = await server.makeUser()
    const link = await uploadedUrl(server, leaving)
    await sql`update users set is_active = false where id = ${leaving.id}`.execute(server.services.db)
    expect((await fetchFile(link)).status).toBe(404)
  })
})

test('a link works for five minutes and is dead after ten', async () => {
  const other = await testServer()
  const owner = await other.makeUser()
  const url = await uploadedUrl(other, owner)
  expect((await fetchFile(url, other)).status).toBe(200)
  const minutesLater = (minutes: number) => other.clock.moveTo(new Date(other.clock.now().getTime() + minutes * 60_000))
  minutesLater(4.9)
  expect((await fetchFile(url, other)).status).toBe(200)
  minutesLater(5.1)
  expect((await fetchFile(url, other)).status).toBe(404)
  await other.close()
})

test.each([
  ['no picture', Buffer.from('hello'), {}, 422, 'image_unreadable'],
  ['a file under another name', Buffer.from('hello'), { field: 'file' }, 422, 'invalid'],
  ['more than 5 MB', Buffer.alloc(5 * 1024 * 1024 + 1, 0xff), {}, 413, 'image_too_large'],
])('%s is refused and stores nothing', async (_case, bytes, options, status, code) => {
  const lonely = await server.makeUser()
  expect(await upload(server, lonely, bytes, options)).toMatchObject({ status, body: { code } })
  const { rows } = await sql`select id from files where owner_id = ${lonely.id}`.execute(server.services.db)
  expect(rows).toEqual([])
})

test('a type that claims to be a picture does not make one', async () => {
  const html = Buffer.from('<script>alert(1)</script>')
  expect(await upload(server, user, html, { type: 'image/png', filename: 'x.png' })).toMatchObject({ status: 422 })
})

test('JSON, an empty body, admins and signed-out callers are refused', async () => {
  expect((await server.call('POST', '/upload-image', { as: user, body: { image: 'x' } })).status).toBe(415)
  expect((await server.call('POST', '/upload-image', { as: user })).status).toBe(415)
  expect((await upload(server, admin, await makePicture())).status).toBe(403)
  expect((await upload(server, { ...user, token: 'x'.repeat(43) }, await makePicture())).status).toBe(401)
})

test.each([
  ['no form at all', '{"image":"x"}'],
  ['a form without an end', '--x\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\nabc'],
])('%s is refused as malformed', async (_case, payload) => {
  const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'multipart/form-data; boundary=x' }
  const reply = await server.app.inject({ method: 'POST', url: '/api/upload-image', headers, payload })
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'malformed'])
})

test('one user may store fifty megabytes, however many uploads come concurrently', async () => {
  const hoarder = await server.makeUser()
  const nearly = 50 * 1024 * 1024 - 6000 // room for a few of these small pictures
  await sql`
    insert into files (id, owner_id, bytes, sealed_key, state, created_at)
    values (${`quota-${hoarder.id}`.padEnd(22, '-')}, ${hoarder.id}, ${nearly}, ${Buffer.from('x')}, 'kept', now())`.execute(
    server.services.db,
  )
  const picture = await makePicture()
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => upload(server, hoarder, picture)))
  expect(outcomes.some((outcome) => outcome.body.code === 'uploads_full')).toBe(true)
  const { rows } = await sql<{ total: bigint }>`
    select sum(bytes) as total from files where owner_id = ${hoarder.id}`.execute(server.services.db)
  expect(Number(rows[0]?.total)).toBeLessThanOrEqual(50 * 1024 * 1024)
})

test('the twenty-first picture of a day is refused', async () => {
  const limited = await testServer({ env: { RATE_LIMITS: 'on' } })
  const eager = await limited.makeUser()
  const picture = await makePicture('jpeg', { width: 20, height: 20 })
  const statuses: number[] = []
  for (let n = 0; n < 21; n++) statuses.push((await upload(limited, eager, picture)).status)
  expect(statuses).toEqual([...Array<number>(20).fill(201), 429])
  await limited.close()
})

test('unused pictures are gone after a day, kept ones stay', async () => {
  const other = await testServer()
  const { db, config } = other.services
  const owner = await other.makeUser()
  const [unused, kept] = [await uploadedUrl(other, owner), await uploadedUrl(other, owner)]
  await transaction(db, (tx) =>
    keepPictures(tx, { owner: owner.id, urls: [kept], field: 'govt_id_urls', purpose: 'identity' }),
  )
  const store = await fileStore(config)
  const present = () => Promise.all([unused, kept].map((url) => store.exists(fileIdOf(url) ?? '')))
  await other.travelTo(new Date(other.clock.now().getTime() + 23 * 3_600_000))
  expect(await present()).toEqual([true, true])
  await other.travelTo(new Date(other.clock.now().getTime() + 2 * 3_600_000))
  expect(await present()).toEqual([false, true])
  const { rows } = await sql<{ id: string }>`select id from files`.execute(db)
  expect(rows.map((row) => row.id)).toEqual([fileIdOf(kept)])
  await other.close()
})

test('a picture that the store cannot delete keeps no other, and the job fails', async () => {
  const other = await testServer()
  const { config } = other.services
  const owner = await other.makeUser()
  const ids = [await uploadedUrl(other, owner), await uploadedUrl(other, owner)].map((url) => fileIdOf(url) ?? '')
  const store = await fileStore(config)
  const { delete: real } = store
  const deleting = vi.spyOn(store, 'delete').mockImplementation(async (id) => {
    if (id === ids[0]) throw new Error('locked')
    return real.call(store, id)
  })
  const later = new Date(other.clock.now().getTime() + 25 * 3_600_000)
  await expect(purgeUnusedPictures.run(other.services, later)).rejects.toThrow('1 pictures could not be deleted')
  expect(await Promise.all(ids.map((id) => store.exists(id)))).toEqual([true, false])
  deleting.mockRestore()
  await purgeUnusedPictures.run(other.services, later)
  expect(await Promise.all(ids.map((id) => store.exists(id)))).toEqual([false, false])
  await other.close()
})

describe('taking pictures into a record', () => {
  const take = (owner: TestUser, urls: string[]) =>
    transaction(server.services.db, (tx) =>
      keepPictures(tx, { owner: owner.id, urls, field: 'govt_id_urls', purpose: 'identity' }),
    )

  test('another user’s picture, an unknown one, a duplicate and a used one are refused', async () => {
    const [mine, theirs] = [await uploadedUrl(server, user), await uploadedUrl(server, await server.makeUser())]
    const refused = { refused: { code: 'images_required', field: 'govt_id_urls' } }
    await expect(take(user, [mine, theirs])).rejects.toMatchObject(refused)
    await expect(take(user, ['https://evil.example/x.jpg'])).rejects.toMatchObject(refused)
    await expect(take(user, [mine, mine])).rejects.toMatchObject(refused)
    expect(await take(user, [mine])).toEqual([fileIdOf(mine)])
    await expect(take(user, [mine])).rejects.toMatchObject(refused)
  })

  test('a link with an expired signature still identifies its picture', async () => {
    const url = (await uploadedUrl(server, user)).replace(/signature=.*/, 'signature=old')
    expect(await take(user, [`https://bittkosh.example${url}`])).toEqual([fileIdOf(url)])
  })
})

test('after a change of the secret old pictures open, and rotation reseals their keys', async () => {
  const owner = await server.makeUser()
  const url = await uploadedUrl(server, owner)
  const { db, config } = server.services
  const changed = { appSecret: 'a new secret of enough length 123', oldAppSecrets: [config.appSecret] }
  const sealed = async () => {
    const { rows } = await sql<{
      sealed_key: Buffer
    }>`select sealed_key from files where id = ${fileIdOf(url)}`.execute(db)
    return rows[0]?.sealed_key ?? Buffer.alloc(0)
  }
  const context = `file ${fileIdOf(url)}`
  const key = keyRing(changed).open(await sealed(), context)
  expect(() => keyRing({ ...changed, oldAppSecrets: [] }).open(Buffer.alloc(60), context)).toThrow('APP_SECRET_OLD')
  await sql`delete from files where sealed_key = ${Buffer.from('x')}`.execute(db)
  expect(await resealFiles(db, keyRing(changed))).toBeGreaterThan(0)
  expect(await resealFiles(db, keyRing(changed))).toBe(0)
  expect(keyRing({ ...changed, oldAppSecrets: [] }).open(await sealed(), context)).toEqual(key)
  // and back again, for the other tests of this file
  await resealFiles(db, keyRing({ appSecret: config.appSecret, oldAppSecrets: [changed.appSecret] }))
  expect((await fetchFile(linkFor(owner, url))).status).toBe(200)
})

test('verify reports a picture without ciphertext, ciphertext without a picture, and a key that does not open', async () => {
  const other = await testServer()
  const { db, config } = other.services
  const owner = await other.makeUser()
  const [lost, fine, locked] = [
    await uploadedUrl(other, owner),
    await uploadedUrl(other, owner),
    await uploadedUrl(other, owner),
  ].map((url) => fileIdOf(url) ?? '')
  expect(await storedPicturesAmiss(db, config)).toEqual([])
  const store = await fileStore(config)
  await store.delete(lost ?? '')
  await store.put('stranger', Buffer.from('x'))
  await sql`update files set sealed_key = (select sealed_key from files where id = ${fine}) where id = ${locked}`.execute(
    db,
  )
  expect(await storedPicturesAmiss(db, config)).toEqual([
    `picture ${lost} (stored) has no ciphertext`,
    'ciphertext stranger belongs to no picture',
    `the key of picture ${locked} does not open`,
  ])
  await other.close()
})

test('verify reports nothing that is uploaded or deleted while it lists the files', async () => {
  const other = await testServer()
  const { db, config } = other.services
  const owner = await other.makeUser()
  const store = await fileStore(config)
  const { names } = store
  const listing = async (meanwhile: () => Promise<unknown>) => {
    store.names = async function* () {
      const listed: string[] = []
      for await (const name of names()) listed.push(name)
      await meanwhile()
      yield* listed
    }
    return storedPicturesAmiss(db, config)
  }
  let url = ''
  const upload = async () => void (url = await uploadedUrl(other, owner))
  const purge = async () => {
    await other.travelTo(new Date(other.clock.now().getTime() + 25 * 3_600_000))
    expect(await store.exists(fileIdOf(url) ?? '')).toBe(false)
  }
  expect(await listing(upload)).toEqual([])
  expect(await listing(purge)).toEqual([])
  await other.close()
})

describe('while the S3 store', () => {
  /** The port of a store that gives this reply to each request. */
  async function storeWith(reply: RequestListener): Promise<number> {
    const store = createServer(reply).listen(0, '127.0.0.1')
    onTestFinished(() => {
      store.closeAllConnections()
      store.close()
    })
    await once(store, 'listening')
    return (store.address() as AddressInfo).port
  }
  async function serverOn(port: number, patience = FOR_COMMANDS): Promise<TestServer> {
    const other = await testServer({ env: { S3_URL: `http://key:secret@127.0.0.1:${port}/bucket` } })
    onTestFinished(() => other.close())
    await fileStore(other.services.config, patience)
    return other
  }
  const slowDown = '<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>Please reduce your rate</Message></Error>'

  test.each<[string, RequestListener]>([
    ['has too much to do', (_, reply) => reply.writeHead(503, { 'content-type': 'application/xml' }).end(slowDown)],
    ['is not reached by its proxy', (_, reply) => reply.writeHead(502).end('<html>Bad gateway</html>')],
    ['closes the connection', ({ socket }) => socket.destroy()],
    ['does not reply', () => {}],
  ])('%s, an upload is refused with a time to retry', async (what, reply) => {
    const silenceMs = what === 'does not reply' ? 100 : 60_000
    const other = await serverOn(await storeWith(reply), { ...FOR_COMMANDS, silenceMs })
    const { status, body, headers } = await upload(other, await other.makeUser(), await makePicture('png'))
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'unavailable', '2'])
  })

  test('cannot be reached, an upload is refused with a time to retry', async () => {
    const other = await serverOn(1)
    const { status, body, headers } = await upload(other, await other.makeUser(), await makePicture('png'))
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'unavailable', '2'])
  })

  test('fails, one log line says so, and one when a picture has been stored again', async () => {
    let status = 503
    const other = await serverOn(await storeWith((_, reply) => reply.writeHead(status).end()))
    const lines: string[] = []
    const log = makeLog({ readable: false, write: (line) => lines.push(line) })
    const app = await buildApp({ ...other.services, log })
    onTestFinished(() => app.close())
    const someone = await other.makeUser()
    const picture = await makePicture('png')
    const headers = { authorization: `Bearer ${someone.token}` }
    for (let n = 0; n < 3; n++) {
      expect((await upload({ app }, someone, picture)).status).toBe(503)
      expect((await app.inject({ url: '/api/profile', headers })).statusCode).toBe(200)
      expect((await app.inject({ method: 'POST', url: '/api/profile/welcome-seen', headers })).statusCode).toBe(204)
    }
    status = 200
    expect((await upload({ app }, someone, picture)).status).toBe(201)
    expect(lines.map((line) => JSON.parse(line)).map(({ level, count, msg }) => [level, count, msg])).toEqual([
      ['error', undefined, expect.stringContaining('the file store is unreachable')],
      ['warn', 3, expect.stringContaining('the file store are answered again')],
    ])
  })
})

test('a changed byte of a stored picture is detected and nothing is shown', async () => {
  const url = await uploadedUrl(server, user)
  const store = await fileStore(server.services.config)
  const bytes = Buffer.from(await store.get(fileIdOf(url) ?? ''))
  bytes[40] = (bytes[40] ?? 0) ^ 1
  await store.put(fileIdOf(url) ?? '', bytes)
  expect((await fetchFile(url)).status).toBe(500)
})

test('nothing outside our folder was written', () => {
  expect(readdirSync(join(server.services.config.dataDir, 'uploads'))).toEqual(['files'])
})
