import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { replaceDurably } from './durable.ts'

const folder = mkdtempSync(join(tmpdir(), 'bittkosh-durable-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a file that several replace at once is one of theirs, whole, and nothing else is left', async () => {
  const path = join(folder, 'kept')
  const texts = Array.from({ length: 8 }, (_, n) => String(n).repeat(1 + n * 1_000))
  await Promise.all(texts.map((text) => replaceDurably(path, text)))
  expect(texts).toContain(readFileSync(path, 'utf8'))
  expect(readdirSync(folder)).toEqual(['kept'])
})

test('what cannot be replaced stays as it was, without a draft beside it', async () => {
  const place = join(folder, 'place')
  mkdirSync(join(place, 'taken', 'by a folder'), { recursive: true })
  await expect(replaceDurably(join(place, 'taken'), 'text')).rejects.toThrow()
  expect(readdirSync(place)).toEqual(['taken'])
})
