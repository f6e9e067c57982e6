import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The bundler's manifest of its output, by source. */
export type Chunks = Record<string, { file: string; css?: string[]; imports?: string[] }>

export function readChunks(dist: string): Chunks {
  return JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
}

/** The sources and everything that they import statically, dependencies first. */
export function reachOf(chunks: Chunks, keys: string[]): string[] {
  const seen = new Set<string>()
  const reached: string[] = []
  const take = (key: string) => {
    const chunk = chunks[key]
    if (!chunk || seen.has(key)) return
    seen.add(key)
    for (const needed of chunk.imports ?? []) take(needed)
    reached.push(key)
  }
  for (const key of keys) take(key)
  return reached
}
