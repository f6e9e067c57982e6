import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const src = join(root, 'web/src')

test('percentages have one format: 7 %, with a space before the sign', () => {
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

test('the sample texts of the first start use it too', () => {
  const seeds = globSync('server/src/*/seed.ts', { cwd: root })
  expect(seeds.length).toBeGreaterThan(3)
  expect(seeds.filter((file) => /\d%/.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})
