import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const src = join(import.meta.dirname, '../web/src')

test('a percentage is written one way: 7 %, its sign apart from its figure', () => {
  const catalogues = globSync('**/locales/{en,hi}.po', { cwd: src })
  expect(catalogues.length).toBeGreaterThan(30)
  const wrong = catalogues.flatMap((file) =>
    readFileSync(join(src, file), 'utf8')
      .split('\n')
      .filter((line) => /^msg(id|str) .*[\d}]%/.test(line))
      .map((line) => `${file}: ${line}`),
  )
  expect(wrong).toEqual([])
})
