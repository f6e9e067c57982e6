/**
 * `npm run bench -- interest-decade`: 10,000 Earn accounts over 3,650 days with random movements, rates and outages, compared with
 * exact arithmetic. Fails at the first millionth of a paisa that differs.
 */
import { liveOn } from '../tests/support/earnLife.ts'
import { printTable, saveResult } from './table.ts'

const ACCOUNTS = Number(process.env['DECADE_ACCOUNTS'] ?? 10_000)
const DAYS = 3_650

const startedAt = performance.now()
for (let seed = 1; seed <= ACCOUNTS; seed++) liveOn({ seed, days: DAYS })
const seconds = (performance.now() - startedAt) / 1000
const table = printTable(
  ['accounts', 'days', 'off by more than nothing', 'seconds'],
  [[String(ACCOUNTS), String(DAYS), '0', seconds.toFixed(0)]],
)
saveResult('interest-decade', table, 'Seeds 1, 2, 3 … ; every night compared, outages on 3 of 10 nights.')
