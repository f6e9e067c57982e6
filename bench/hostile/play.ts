/**
 * Hostile texts in every field that accepts text, then every screen, mail, CSV and PDF that shows them. Against a program of its
 * own, because the texts are on everybody's screens afterwards.
 */
import { join } from 'node:path'
import { reportNames } from '@bittkosh/contract/reports'
import type { Browser } from 'playwright-core'
import { newPerson } from '../../tests/support/logins.ts'
import { startProgram } from '../../tests/support/program.ts'
import { readApi, textFields } from './fields.ts'
import { readMails, wrongCells, wrongPdf, wrongSheet } from './files.ts'
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
  dialogs: number
  mails: number
  cells: number
  statements: number
  /** Fields that accepted texts of which no screen showed one completely. */
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
  /** Opens fewer records and dialogs. */
  isSlice?: boolean
  say?: (text: string) => void
}

export async function playHostile(options: Options): Promise<Report> {
  const { browser, folder, seed, count, people, isSlice = false, say = () => {} } = options
  const { email, password } = newPerson('admin')
  const env = { DATA_DIR: folder, DEV_TOOLS: 'on', ADMIN_EMAIL: email, ADMIN_PASSWORD: password }
  const program = await startProgram(env)
  try {
    const { base } = program
    const api = await readApi(base)
    const texts = hostileTexts({ seed, count })
    const planter = makePlanter({ base, api, texts })
    const { tally } = planter
    const planted = await plant(planter, { base, texts, admin: { login: email, password } }, people)
    say(`${tally.calls} calls, ${tally.findings.length} findings`)
    const files = makeReader(base, planted)
    await files.readBatch() // sprayed calls may pay what the batch contains
    const sprayed = await spray(planter, { base, api, texts, planted, seed })
    say(`${sprayed.sent} more calls, ${sprayed.findings.length} findings`)
    const looked = await lookEverywhere(browser, { base, planted, isSlice, say })
    await files.readRest()
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
      dialogs: looked.dialogs,
      mails,
      cells: files.read.cells,
      statements: files.read.statements,
      neverShown: placed.filter(([, taken]) => ![...taken].some(isShown)).map(([field]) => field),
      findings: [
        ...untouched.map((field) => `nothing was sent to ${field}`),
        ...tally.findings,
        ...sprayed.findings,
        ...looked.findings,
        ...files.read.findings,
        ...inMails,
      ],
    }
  } finally {
    await program.stop()
  }
}

/** Reads the payout batch's file, and the rest: every export of the team, each person's statement and own data. */
function makeReader(base: string, { admin, people, batch }: Planted) {
  const read = { cells: 0, statements: 0, findings: [] as string[] }
  // A process runs a limited number of exports; refused callers retry.
  const get = async (path: string, token: string): Promise<Response> => {
    const reply = await fetch(`${base}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
    return reply.status === 503 && reply.headers.has('retry-after') ? get(path, token) : reply
  }
  const readCells = async (path: string, token: string) => {
    const reply = await get(path, token)
    const { cells, findings } = wrongCells(await reply.text())
    if (!reply.ok) findings.push(`answered ${reply.status}`)
    read.cells += cells
    read.findings.push(...findings.map((each) => `${path}: ${each}`))
  }
  const readSheet = async (path: string) => {
    const reply = await get(path, admin.token)
    const findings = reply.ok ? wrongSheet(new Uint8Array(await reply.arrayBuffer())) : [`answered ${reply.status}`]
    read.findings.push(...findings.map((each) => `${path}: ${each}`))
  }
  async function readBatch() {
    if (batch === null) return
    await readCells(`/payout-batches/${batch}/file?way=neft&format=csv`, admin.token)
    await readSheet(`/payout-batches/${batch}/file?way=neft&format=xlsx`)
  }
  async function readRest() {
    const { routes } = await import('../../server/src/rooms.ts')
    const paths = routes.map(({ endpoint }) => endpoint.path).filter((path) => path.endsWith('/export'))
    for (const path of paths.filter((each) => !each.includes('{'))) await readCells(path, admin.token)
    for (const report of reportNames) {
      await readCells(`/reports/${report}/export?format=csv`, admin.token)
      await readSheet(`/reports/${report}/export?format=xlsx`)
    }
    for (const { token, user } of people) {
      const range = `/statement?from=2026-01-01&to=${new Date(Date.now() + 19_800_000).toISOString().slice(0, 10)}`
      await readCells(`${range}&format=csv`, token)
      const reply = await get(`${range}&format=pdf`, token)
      const findings = reply.ok
        ? await wrongPdf(new Uint8Array(await reply.arrayBuffer()), [user.email, 'Closing', 'Page 1'])
        : [`answered ${reply.status} ${await reply.text()}`]
      read.findings.push(...findings.map((each) => `statement of ${user.id}: ${each}`))
      read.statements++
      const data = (await (await get('/profile/data', token)).json()) as object
      if (Object.keys(data).length === 0) read.findings.push(`data of ${user.id}: empty`)
    }
  }
  return { read, readBatch, readRest }
}
