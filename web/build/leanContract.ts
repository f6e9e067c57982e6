import { parseSync, type Plugin } from 'vite'

const SERVER_ONLY = new Set([
  'name',
  'summary',
  'refusals',
  'limit',
  'fourEyes',
  'status',
  'beforePasswordChange',
  'beforeSecondFactor',
])

/** Removes the parts of an endpoint that only the server and the API document read from what browsers download. */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/\w+\.ts$/, code: /\bendpoint\(\{/ },
      handler: (code, id) => ({ code: leanEndpoints(code, id), map: null }),
    },
  }
}

/** Blanks those properties of every `endpoint({...})` of a file, so that all positions stay the same. */
export function leanEndpoints(code: string, file: string): string {
  let lean = code
  for (const statement of parseSync(file, code).program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null
    if (declared?.type !== 'VariableDeclaration') continue
    for (const { init } of declared.declarations) {
      if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier' || init.callee.name !== 'endpoint')
        continue
      const [definition] = init.arguments
      if (definition?.type !== 'ObjectExpression') continue
      for (const part of definition.properties) {
        if (part.type !== 'Property' || part.key.type !== 'Identifier' || !SERVER_ONLY.has(part.key.name)) continue
        const end = lean[part.end] === ',' ? part.end + 1 : part.end
        lean = lean.slice(0, part.start) + lean.slice(part.start, end).replace(/[^\n]/g, ' ') + lean.slice(end)
      }
    }
  }
  return lean
}
