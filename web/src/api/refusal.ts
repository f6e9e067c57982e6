import { type PlainRefusalCode, type Refused, refusalSentence, wireParams } from '@bittkosh/contract/refusals'
import { worded } from './words.ts'

/** The sentence of a refusal that the page raises itself, before it calls the server. */
export function refusalMessage(said: Refused | PlainRefusalCode): string {
  const refused = typeof said === 'string' ? ({ code: said } as Refused) : said // a plain code needs no parameters
  return worded({ code: refused.code, params: wireParams(refused) }, refusalSentence(refused))
}
