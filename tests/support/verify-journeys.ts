/** After the journeys, while their server still runs: every invariant of the money they moved must hold. */
import { execFileSync } from 'node:child_process'

export default function verifyJourneys(): void {
  const dataDir = process.env['JOURNEY_DATA_DIR']
  if (!dataDir) throw new Error('the journeys ran without a JOURNEY_DATA_DIR')
  verifyMoney(dataDir)
}

export function verifyMoney(dataDir: string): void {
  execFileSync(process.execPath, ['server/src/verify.ts'], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: 'inherit',
  })
}
