/** The same scenario with money on machines in five time zones: identical ledgers. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'

const zones = ['UTC', 'Asia/Kolkata', 'America/New_York', 'Pacific/Apia', 'Australia/Lord_Howe']
const databases = new Map<string, { url: string; dataDir: string }>()
for (const zone of zones) databases.set(zone, await testDatabase())

async function live(zone: string): Promise<string[]> {
  const { url, dataDir } = databases.get(zone) ?? expect.fail(zone)
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    TZ: zone,
    TEST_NOW: '2026-10-01T06:30:00Z',
    DATABASE_URL: url,
    DATA_DIR: dataDir,
  }
  const { stdout } = await promisify(execFile)(process.execPath, ['tests/faults/zones/day.ts'], {
    env,
    maxBuffer: 64 * 1024 * 1024,
  })
  return stdout.trimEnd().split('\n')
}

test('the machine’s time zone changes no booking, day, document or figure', async () => {
  const [first = [], ...others] = await Promise.all(zones.map(live))
  expect(first.length).toBeGreaterThan(500)
  for (const lines of others) expect(differences(first, lines)).toEqual([])
  const hash = (lines: string[]) => createHash('sha256').update(lines.join('\n')).digest('hex')
  expect(new Set([first, ...others].map(hash)).size).toBe(1)
}, 600_000)

/** Where two lines differ, with a few characters of context. */
function differences(first: string[], other: string[]): string[] {
  return other.flatMap((line, n) => {
    const expected = first[n] ?? ''
    if (line === expected) return []
    const at = [...line].findIndex((letter, place) => letter !== expected[place])
    return [`${expected.slice(Math.max(0, at - 60), at + 60)} became ${line.slice(Math.max(0, at - 60), at + 60)}`]
  })
}
