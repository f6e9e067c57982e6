/** A class that a component uses must exist in its CSS module, and each class there must be used. Prints the differences and exits with 1. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..', 'web/src')
const taken = new Map<string, Set<string>>()
/** Modules with a class that is chosen by a value: `styles[tone]`. */
const byValue = new Set<string>()
const problems: string[] = []

for (const file of globSync('**/*.{ts,tsx}', { cwd: root })) {
  const code = readFileSync(join(root, file), 'utf8')
  for (const [, name, path = ''] of code.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
    const module = join(dirname(file), path)
    const classes = taken.get(module) ?? new Set()
    taken.set(module, classes)
    for (const [, used = ''] of code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))) {
      classes.add(used)
      if (!classesIn(module).has(used)) problems.push(`web/src/${file} takes .${used}, which is not in ${path}`)
    }
    if (code.includes(`${name}[`)) byValue.add(module)
  }
}
for (const module of globSync('**/*.module.css', { cwd: root }))
  for (const written of byValue.has(module) ? [] : classesIn(module))
    if (!taken.get(module)?.has(written)) problems.push(`web/src/${module}: nothing takes .${written}`)

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1

function classesIn(module: string): Set<string> {
  const css = readFileSync(join(root, module), 'utf8').replace(/\/\*.*?\*\//gs, '')
  return new Set([...css.matchAll(/\.([A-Za-z_]\w*)(?=[\s,:{.>[)])/g)].map(([, name = '']) => name))
}
