/** A Stryker plugin: leaves declarations and messages for programmers unchanged. Everything else is mutated. */

/** The part of Babel's AST that is used here. */
type Node = {
  type: string
  name?: string
  callee?: Node
  object?: Node
  property?: Node
  test?: Node | null
  consequent?: Node[]
  argument?: Node | null
}

export const strykerPlugins = [
  { kind: 'Ignore', name: 'declarations', factory: Object.assign(() => ({ shouldIgnore }), { inject: [] as const }) },
]

function shouldIgnore({ node }: { node: Node }): string | undefined {
  const called = nameOf(node.callee)
  if (node.type === 'CallExpression' && called === 'endpoint') return 'the declaration of a call'
  if (node.type === 'CallExpression' && /^z\.\w*object$/i.test(called)) return 'the shape of a body or reply'
  if (node.type === 'NewExpression' && called === 'Error') return 'what an exception says'
  if (node.type === 'SwitchCase' && node.test === null && isImpossible(node)) return 'what the types rule out'
  return undefined
}

function nameOf(node: Node | undefined): string {
  if (node?.type === 'MemberExpression') return `${nameOf(node.object)}.${nameOf(node.property)}`
  return node?.name ?? ''
}

/** `default: return state satisfies never` */
function isImpossible({ consequent = [] }: Node): boolean {
  return consequent[0]?.argument?.type === 'TSSatisfiesExpression'
}
