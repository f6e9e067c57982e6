/** What every admin is told by mail about payees, in their language: a swapped one is the costliest fraud there is. */
import { BRAND } from '@bittkosh/contract/brand'
import type { Language } from '@bittkosh/contract/language'
import type { Tx } from '../platform/database.ts'
import { queueMail } from '../platform/mail.ts'
import { sql } from '../platform/sql.ts'

type Change = { what: 'added' | 'payee changed'; by: string; method: string }

export async function mailAdmins(tx: Tx, at: Date, change: Change): Promise<void> {
  const { rows } = await sql<{ email: string; language: Language }>`
    select email, language from users where role = 'admin' and is_active and closed_at is null`.execute(tx)
  for (const { email, language } of rows) await queueMail(tx, at, { to: email, ...words[language](change) })
}

const words: Record<Language, (change: Change) => { subject: string; body: string }> = {
  en: ({ what, by, method }) => ({
    subject: `${BRAND}: a deposit method changed`,
    body: `${what === 'added' ? `${by} added the deposit method '${method}'.` : `${by} changed where payments of '${method}' go.`}

The audit log shows what it was before and what it is now. If this surprises you, switch the method off and ask who did it.
`,
  }),
  hi: ({ what, by, method }) => ({
    subject: `${BRAND}: जमा का एक तरीका बदला है`,
    body: `${what === 'added' ? `${by} ने जमा का तरीका '${method}' जोड़ा है।` : `${by} ने बदला है कि '${method}' के भुगतान कहाँ जाएँगे।`}

ऑडिट लॉग में दिखता है कि पहले क्या था और अब क्या है। अगर यह आपको अजीब लगे, तो उस तरीके को बंद कर दें और पता करें कि यह किसने किया।
`,
  }),
}
