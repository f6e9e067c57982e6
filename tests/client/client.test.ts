/** A client generated from the API document has usable names and types. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contractRooms } from '../../server/src/contractRooms.ts'
import { openApiDocument } from '../../server/src/platform/http/openapi.ts'
import { routes } from '../../server/src/rooms.ts'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'client-'))
  const document = openApiDocument(
    routes.map(({ endpoint }) => endpoint),
    await contractRooms(),
  )
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document))
})
afterAll(() => rm(folder, { recursive: true }))

const usage = `
import type { components, operations } from './client.ts'

type Call<Name extends keyof operations> = operations[Name]
export const body: Call<'createWithdrawal'>['requestBody']['content']['application/json'] = {
  amount: 500,
  type: 'upi',
  withdrawal_details: { upi_id: 'asha@upi' },
}
export const query: Call<'listWithdrawals'>['parameters']['query'] = { page: 2, status: 'pending' }
export const path: Call<'decideWithdrawal'>['parameters']['path'] = { id: 7 }
export const headers: Call<'verifyTransfer'>['parameters']['header'] = { 'Idempotency-Key': 'a' }

export function paidTo(withdrawal: components['schemas']['Withdrawal']): string {
  return withdrawal.type === 'upi' ? withdrawal.withdrawal_details.upi_id : withdrawal.created_at
}

type Refused = Call<'initiateTransfer'>['responses'][422]['content']['application/json']
export function isOurFault({ code, message, errors }: Refused): boolean {
  // @ts-expect-error: a code that this call never gives
  if (code === 'kyc_required') return true
  return code === 'transfers_full' && message !== '' && errors?.['amount'] === undefined
}
export function leftToday(refused: Refused): number | null {
  return refused.code === 'transfer_limit' ? refused.params.left : null
}
`

test('a generated client compiles, and so does a small program that uses it', async () => {
  const client = astToString(await openapiTS(new URL(`file://${folder}/openapi.json`)))
  await writeFile(join(folder, 'client.ts'), client)
  await writeFile(join(folder, 'usage.ts'), usage)
  const flags = ['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--allowImportingTsExtensions']
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const compiled = run(process.execPath, [compiler, ...flags, join(folder, 'usage.ts')], { cwd: folder })
  expect(await compiled.catch(({ stdout }) => ({ stdout }))).toMatchObject({ stdout: '' })
}, 60_000)

test('the OpenAPI linter finds neither errors nor warnings under its recommended rules', async () => {
  const linter = join(root, 'node_modules/@redocly/cli/bin/cli.js')
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const lint = ['lint', 'openapi.json', '--extends=recommended', '--format=json']
  const { stdout } = await run(process.execPath, [linter, ...lint], { cwd: folder, env }).catch((failed) => failed)
  expect(JSON.parse(stdout).problems).toEqual([])
}, 60_000)
