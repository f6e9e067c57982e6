import { type PlainRefusalCode, type Refused, refusalSentence, wireParams } from '@bittkosh/contract/refusals'
import { worded } from './words.ts'

/** The sentence of a no that the page says by itself, before it asks the server. */
export function refusalMessage(said: Refused | PlainRefusalCode): string {
  const refused = typeof said === 'string' ? ({ code: said } as Refused) : said // a plain code is all there is to say
  return worded({ code: refused.code, params: wireParams(refused) }, refusalSentence(refused))
}
