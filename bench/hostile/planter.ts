/** Calls whose bodies have hostile texts in place of HERE: first unchanged, then in the form that the contract accepts. */
import { isPlainText } from '@bittkosh/contract/shapes'
import type { Person } from '../../tests/support/logins.ts'
import { type ApiDocument, textFields } from './fields.ts'
import { nearestAccepted } from './texts.ts'

/** The placeholder for a hostile text in a body. */
export const HERE = '\u0000here'

export type Answered = { id: number; [key: string]: unknown }

export type Planter = {
  /** The reply; null if it was refused even in its accepted form. */
  put(as: Person | null, method: string, path: string, params: object, body?: object): Promise<Answered | null>
  /** A call without hostile texts; throws if it fails. */
  must<T = unknown>(as: Person | null, method: string, path: string, params: object, body?: object): Promise<T>
  tally: Tally
}

export type Tally = {
  calls: number
  /** Calls that were refused with their unchanged texts, by the refusal's code. */
  refusedAsTheyAre: Map<string, number>
  /** The texts that each field accepted, by 'POST /notes/{subject}/{id} text'. */
  placed: Map<string, Set<string>>
  findings: string[]
}

export function makePlanter({
  base,
  api,
  texts,
}: {
  base: string
  api: ApiDocument
  texts: readonly string[]
}): Planter {
  const longest = new Map(textFields(api).map(({ method, path, field, max }) => [`${method} ${path} ${field}`, max]))
  const turns = new Map<string, number>()
  const tally: Tally = { calls: 0, refusedAsTheyAre: new Map(), placed: new Map(), findings: [] }

  /** Each field cycles through all texts, each from a different start. */
  function next(field: string): string {
    const turn = turns.get(field) ?? turns.size * 37
    turns.set(field, turn + 1)
    return texts[turn % texts.length] ?? ''
  }

  async function call(as: Person | null, method: string, path: string, params: object, body?: object) {
    const values = new Map(Object.entries(params))
    const address = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(values.get(name))))
    const headers = new Headers(as ? { authorization: `Bearer ${as.token}` } : {})
    if (body) headers.set('content-type', 'application/json')
    const reply = await fetch(`${base}/api${address}`, { method, headers, body: body ? JSON.stringify(body) : null })
    tally.calls++
    const text = await reply.text()
    return { status: reply.status, text, body: readJson(text) }
  }

  /** Whether it is a refusal in the expected form; anything else is a finding. */
  function isRefusal({ status, text, body }: Awaited<ReturnType<typeof call>>, what: string): boolean {
    if (status < 400) return false
    const isMeant = status < 500 && typeof body?.['code'] === 'string'
    if (!isMeant) tally.findings.push(`${what} answered ${status} ${text.slice(0, 200)}`)
    return true
  }

  return {
    tally,
    async put(as, method, path, params, body = {}) {
      const operation = `${method} ${path}`
      const chosen = new Map<string, string>()
      const raw = filled(body, (field) => {
        const text = next(`${operation} ${field}`)
        chosen.set(field, text)
        return text
      })
      const fits = (oneLine: boolean) =>
        filled(body, (field) => {
          const max = longest.get(`${operation} ${field}`) ?? 200
          return nearestAccepted(chosen.get(field) ?? '', { max, oneLine })
        })
      for (const attempt of [raw, fits(false), fits(true)]) {
        const answer = await call(as, method, path, params, attempt)
        if (isRefusal(answer, `${operation} with ${JSON.stringify(attempt).slice(0, 300)}`)) {
          const code = String(answer.body?.['code'])
          if (attempt === raw) tally.refusedAsTheyAre.set(code, (tally.refusedAsTheyAre.get(code) ?? 0) + 1)
          continue
        }
        for (const field of chosen.keys()) {
          // In the form of the reply if it contains the field: a pasted reference loses its invisible characters.
          const answered = answer.body?.[field]
          const stored = (typeof answered === 'string' ? answered : String(valueAt(attempt, field)))
            .normalize('NFC')
            .trim()
          if (!isPlainText(stored)) tally.findings.push(`${operation} ${field} took ${JSON.stringify(stored)}`)
          const taken = tally.placed.get(`${operation} ${field}`) ?? new Set()
          tally.placed.set(`${operation} ${field}`, taken.add(stored))
        }
        return (answer.body ?? { id: 0 }) as Answered
      }
      return null
    },
    async must<T>(as: Person | null, method: string, path: string, params: object, body?: object) {
      const answer = await call(as, method, path, params, body)
      if (answer.status >= 400) throw new Error(`${method} ${path} answered ${answer.status} ${answer.text}`)
      return answer.body as T
    },
  }
}

function readJson(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The body with texts in place of HERE. */
function filled(body: object, choose: (field: string) => string): object {
  const fill = (value: unknown, at: string): unknown => {
    if (value === HERE) return choose(at)
    if (Array.isArray(value)) return value.map((item, place) => fill(item, `${at}.${place}`))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, fill(inner, at === '' ? name : `${at}.${name}`)]),
    )
  }
  return fill(body, '') as object
}

function valueAt(body: unknown, field: string): unknown {
  return field.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], body)
}
