/**
 * Finds a Chromium: CHROMIUM_PATH, Debian's, Playwright's own, otherwise npm's (@sparticuz/chromium, which needs libnss3, libnspr4
 * and libexpat1 on the machine).
 */
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import wanted from '../../package.json' with { type: 'json' }

const DEBIAN_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Otherwise each page of a test would start a process of its own: a tenth of the journeys' work.
  '--renderer-process-limit=1',
  '--disable-site-isolation-trials',
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
  return { executablePath: await unpackedChromium(), args: DEBIAN_ARGS }
}

/**
 * npm's is unpacked next to its final place and then moved there as a whole. The package itself writes to a fixed name in the
 * system's folder for temporary files, where a second run takes the file that the first one is still writing.
 */
async function unpackedChromium(): Promise<string> {
  const version = wanted.devDependencies['@sparticuz/chromium']
  const place = join(tmpdir(), `bittkosh-chromium-${userInfo().uid}-${version}`)
  if (existsSync(place)) return join(place, 'chromium')
  const { default: packed } = await import('@sparticuz/chromium')
  const draft = mkdtempSync(`${place}-`)
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = draft
  try {
    await packed.executablePath()
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
  try {
    renameSync(draft, place)
  } catch (error) {
    if (!existsSync(place)) throw error
    rmSync(draft, { recursive: true, force: true }) // another run was faster
  }
  return join(place, 'chromium')
}
