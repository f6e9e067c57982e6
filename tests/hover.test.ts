import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const src = join(import.meta.dirname, '../web/src')

/** The part of a style sheet outside its blocks for devices that hover. */
function outsideHover(text: string): string {
  return text.replace(/@media \(hover: hover\) \{(?:[^{}]*\{[^{}]*\})*\s*\}/g, '')
}

test('hover styles apply only on devices that hover: after a touch they would remain', () => {
  const sheets = globSync('**/*.css', { cwd: src })
  expect(sheets.length).toBeGreaterThan(50)
  const wrong = sheets.filter((file) => /(?<!:not\():hover/.test(outsideHover(readFileSync(join(src, file), 'utf8'))))
  expect(wrong).toEqual([])
})
