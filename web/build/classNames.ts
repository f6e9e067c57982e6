import { hash } from 'node:crypto'
import { relative } from 'node:path'
import type { CSSOptions } from 'vite'

const root = `${import.meta.dirname}/..`
const signs = new Map<string, string>()

/**
 * The names of CSS modules' classes: the name in the file and four characters derived from the file, because everyone downloads
 * them.
 */
export const classNames: CSSOptions = {
  modules: { generateScopedName: (name, file) => `${name}_${signOf(file)}` },
}

function signOf(file: string): string {
  const path = relative(root, file.split('?')[0] ?? file)
  const sign = hash('sha256', path, 'base64url').slice(0, 4)
  const other = signs.get(sign) ?? path
  if (other !== path) throw new Error(`the classes of ${path} and ${other} would have the same names`)
  signs.set(sign, path)
  return sign
}
