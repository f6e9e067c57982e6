/** Parses JSON bodies strictly: bounded depth, unique keys, no keys that reach the prototype. */
import secureJson from 'secure-json-parse'

const DEPTH_MAX = 20

/** Parses a body; throws SyntaxError if it is not JSON, is too deep, or repeats a key. */
export function parseJson(text: string): unknown {
  const value: unknown = secureJson.parse(text, LONG_NUMBER.test(text) ? exactly : null, {
    protoAction: 'error',
    constructorAction: 'error',
  })
  checkKeysAndDepth(text)
  return value
}

const LONG_NUMBER = /\d[\d.]{15}/ // a shorter number is a double to the last digit
const LENGTH_MAX = 40 // no double needs more without trailing zeros, and the regex that strips them takes quadratic time

/** A number that no double holds, such as 100.10000000000000000001, stays text, which no number field accepts. */
function exactly(_key: string, value: unknown, context?: { source: string }): unknown {
  if (typeof value !== 'number' || context === undefined || /e/i.test(context.source)) return value
  const { source } = context
  if (source.length > LENGTH_MAX) return source
  const digits = source.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
  return digits === String(value) ? value : source
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
