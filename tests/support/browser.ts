/**
 * Finds a Chromium: CHROMIUM_PATH, Debian's, Playwright's own, else the one that npm brought
 * (@sparticuz/chromium, which needs libnss3, libnspr4 and libexpat1 on the machine).
 */
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

const DEBIAN_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export async function findChromium(): Promise<{ executablePath: string; args: string[] }> {
  const installed = [
    process.env['CHROMIUM_PATH'],
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    chromium.executablePath(),
  ]
  const found = installed.find((path) => path && existsSync(path))
  if (found) return { executablePath: found, args: DEBIAN_ARGS }
  const { default: packed } = await import('@sparticuz/chromium')
  return { executablePath: await packed.executablePath(), args: DEBIAN_ARGS }
}
