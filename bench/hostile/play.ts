/**
 * Hostile texts in every field that takes one, then every screen, mail, CSV and PDF that shows them. Against a program of its
 * own, because the texts are on everybody's screens afterwards.
 */
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { newPerson } from '../../tests/support/logins.ts'
import { startProgram } from '../../tests/support/program.ts'
import { readApi, textFields } from './fields.ts'
import { readMails, wrongCells, wrongPdf } from './files.ts'
import { flat, lookEverywhere } from './look.ts'
import { plant, type Planted } from './plant.ts'
import { makePlanter } from './planter.ts'
import { spray } from './spray.ts'
import { hostileTexts } from './texts.ts'

export type Report = {
  texts: number
  calls: number
  refused: number
  placed: number
  fields: number
  shown: number
  screens: number
  mails: number
  cells: number
  statements: number
  /** Fields that took texts of which no screen showed one whole. */
  neverShown: string[]
  findings: string[]
}

type Options = {
  browser: Browser
  /** An empty folder for the program's data. */
  folder: string
  seed: number
  count: number
  people: number
  say?: (text: string) => void
}

export async function playHostile({ browser, folder, seed, count, people, say = () => {} }: Options): Promise<Report> {
  const { email, password } = newPerson('admin')
  const env = { DATA_DIR: folder, DEV_TOOLS: 'on', ADMIN_EMAIL: email, ADMIN_PASSWORD: password }
  const program = await startProgram(env)
  try {
    const { base } = program
    const api = await readApi(base)
    const texts = hostileTexts({ seed, count })
    const planter = makePlanter({ base, api, texts })
    const { tally } = planter
    const planted = await plant(planter, { base, admin: { login: email, password } }, people)
    say(`${tally.calls} calls, ${tally.findings.length} findings`)
    const sprayed = await spray(planter, { base, api, texts, planted, seed })
    say(`${sprayed.sent} more calls, ${sprayed.findings.length} findings`)
    const looked = await lookEverywhere(browser, { base, planted, say })
    const files = await readFiles(base, planted)
    const { mails, findings: inMails } = await readMails(join(folder, 'outbox'))

    const seen = [...looked.words].join('\n')
    const isShown = (text: string) => text.split('\n').every((line) => seen.includes(flat(line)))
    const placed = [...tally.placed]
    const untouched = textFields(api)
      .map(({ method, path, field }) => `${method} ${path} ${field}`)
      .filter((field) => !tally.placed.has(field) && !sprayed.fields.has(field))
    return {
      texts: texts.length,
      calls: tally.calls + sprayed.sent,
      refused: [...tally.refusedAsTheyAre.values()].reduce((sum, each) => sum + each, 0) + sprayed.refused,
      placed: placed.reduce((sum, [, taken]) => sum + taken.size, 0),
      fields: placed.length,
      shown: placed.reduce((sum, [, taken]) => sum + [...taken].filter(isShown).length, 0),
      screens: looked.screens,
      mails,
      cells: files.cells,
      statements: files.statements,
      neverShown: placed.filter(([, taken]) => ![...taken].some(isShown)).map(([field]) => field),
      findings: [
        ...untouched.map((field) => `nothing was sent to ${field}`),
        ...tally.findings,
        ...sprayed.findings,
        ...looked.findings,
        ...files.findings,
        ...inMails,
      ],
    }
  } finally {
    await program.stop()
  }
}

/** Every export of the team, and each person's statement and own data. */
async function readFiles(base: string, { admin, people }: Planted) {
  const all = { cells: 0, statements: 0, findings: [] as string[] }
  // A process takes so many exports at once; whoever is turned away comes again.
  const get = async (path: string, token: string): Promise<Response> => {
    const reply = await fetch(`${base}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
    return reply.status === 503 && reply.headers.has('retry-after') ? get(path, token) : reply
  }
  const readCells = async (path: string, token: string) => {
    const { cells, findings } = wrongCells(await (await get(path, token)).text())
    all.cells += cells
    all.findings.push(...findings.map((each) => `${path}: ${each}`))
  }
  const { routes } = await import('../../server/src/rooms.ts')
  const exports = routes.filter(({ endpoint }) => endpoint.who === 'admin' && endpoint.path.endsWith('/export'))
  for (const { endpoint } of exports) await readCells(endpoint.path, admin.token)
  for (const { token, user } of people) {
    const range = `/statement?from=2026-01-01&to=${new Date(Date.now() + 19_800_000).toISOString().slice(0, 10)}`
    await readCells(`${range}&format=csv`, token)
    const reply = await get(`${range}&format=pdf`, token)
    const findings = reply.ok
      ? await wrongPdf(new Uint8Array(await reply.arrayBuffer()), [user.email, 'Closing', 'Page 1'])
      : [`answered ${reply.status} ${await reply.text()}`]
    all.findings.push(...findings.map((each) => `statement of ${user.id}: ${each}`))
    all.statements++
    const data = (await (await get('/profile/data', token)).json()) as object
    if (Object.keys(data).length === 0) all.findings.push(`data of ${user.id}: empty`)
  }
  return all
}
