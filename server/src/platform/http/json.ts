/** Parses JSON bodies strictly: bounded depth, each key once, no keys that reach the prototype. */
import secureJson from 'secure-json-parse'

const DEPTH_MAX = 20

/** Parses a body; throws SyntaxError for what is not JSON, too deep, or names a key twice. */
export function parseJson(text: string): unknown {
  const value: unknown = secureJson.parse(text, { protoAction: 'error', constructorAction: 'error' })
  checkKeysAndDepth(text)
  return value
}

// Runs on text that JSON.parse has accepted, so it only tracks strings, nesting and keys.
function checkKeysAndDepth(text: string) {
  const open: (Set<string> | null)[] = []
  let keyNext = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '{' || sign === '[') {
      open.push(sign === '{' ? new Set() : null)
      if (open.length > DEPTH_MAX) throw new SyntaxError('JSON is nested too deeply')
      keyNext = sign === '{'
    } else if (sign === '}' || sign === ']') {
      open.pop()
      keyNext = false
    } else if (sign === ',') {
      keyNext = open.at(-1) != null
    } else if (sign === '"') {
      const end = stringEnd(text, at)
      if (keyNext) {
        const key = JSON.parse(text.slice(at, end + 1)) as string
        const keys = open.at(-1)
        if (keys?.has(key)) throw new SyntaxError('JSON names a key twice')
        keys?.add(key)
        keyNext = false
      }
      at = end
    }
  }
}

function stringEnd(text: string, start: number): number {
  let at = start + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}
