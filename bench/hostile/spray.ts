/** Texts for fields whose syntax admits few of them, and for searches: each is refused with a code, or accepted. */
import { type Dice, diceFrom, drawValue, type Schema } from '../fuzz/draw.ts'
import { type ApiDocument, textFields } from './fields.ts'
import type { Planted } from './plant.ts'
import type { Planter } from './planter.ts'

const AT_ONCE = 4

// Each attempt at these costs a password check, which is slow on purpose.
const slow = /password|login/

export async function spray(
  { tally }: Planter,
  {
    base,
    api,
    texts,
    planted,
    seed,
  }: { base: string; api: ApiDocument; texts: readonly string[]; planted: Planted; seed: number },
): Promise<{ sent: number; refused: number; fields: Set<string>; findings: string[] }> {
  const dice = diceFrom(seed)
  const result = { sent: 0, refused: 0, fields: new Set<string>(), findings: [] as string[] }
  const [person] = planted.people
  for (const field of textFields(api)) {
    const name = `${field.method} ${field.path} ${field.field}`
    if (tally.placed.has(name)) continue
    result.fields.add(name)
    // Each field gets a different share of the texts, so that a run ends: every text still goes to some fields.
    const parts = slow.test(name) ? 20 : texts.length > 100 ? 5 : 1
    const chosen = texts.filter((_, place) => place % parts === result.fields.size % parts)
    const schema =
      api.paths[`/api${field.path}`]?.[field.method.toLowerCase()] ??
      api.paths[field.path]?.[field.method.toLowerCase()]
    const body = schema?.requestBody?.content['application/json']?.schema
    // A permitted caller: an admin for the panel's calls, otherwise a person.
    const token = /admin|users|kyc|deposit-methods|settings|notes|deposits$|withdrawals$/.test(field.path)
      ? planted.admin.token
      : person?.token
    const send = async (text: string) => {
      const path = field.path.replace(/\{\w+\}/g, String(person?.user.id ?? 1))
      const query = field.in === 'query' ? `?${field.field}=${encodeURIComponent(text.toWellFormed())}` : ''
      const reply = await fetch(`${base}/api${path}${query}`, {
        method: field.method,
        headers: {
          'content-type': 'application/json',
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        body: body ? JSON.stringify(withText(body, { at: field.field, text, dice, api })) : null,
      })
      const answer = await reply.text()
      result.sent++
      if (reply.status < 400) return
      result.refused++
      if (reply.status >= 500 || !answer.includes('"code":'))
        result.findings.push(
          `${name} with ${JSON.stringify(text).slice(0, 200)} answered ${reply.status} ${answer.slice(0, 200)}`,
        )
    }
    // A process runs a limited number of exports; further callers are told to retry.
    const atOnce = field.path.endsWith('/export') ? 1 : AT_ONCE
    for (let from = 0; from < chosen.length; from += atOnce)
      await Promise.all(chosen.slice(from, from + atOnce).map(send))
  }
  return result
}

/** A body that the schema allows, with a text at one place of it. */
function withText(schema: Schema, { at, text, dice, api }: { at: string; text: string; dice: Dice; api: ApiDocument }) {
  const body = drawValue(schema, { dice, schemas: api.components.schemas, ids: () => [1] })
  const names = at.split('.')
  const put = (value: unknown, [name = '', ...rest]: string[]): unknown => {
    const inner = rest.length > 0 ? put((value as Record<string, unknown> | null)?.[name], rest) : text
    if (name === '0') return [inner]
    return { ...(typeof value === 'object' ? value : {}), [name]: inner }
  }
  return put(body, names)
}
