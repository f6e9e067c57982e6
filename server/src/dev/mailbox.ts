/** DEV_TOOLS only: the mails in DATA_DIR/outbox as a plain page without scripts, newest first. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BRAND } from '@bittkosh/contract/brand'
import type { FastifyInstance } from 'fastify'
import { outboxFolder } from '../platform/outbox/post.ts'
import type { Services } from '../platform/services.ts'

const SHOWN_MAX = 100

export function registerMailbox(app: FastifyInstance, { config }: Services): void {
  app.get('/dev/mailbox', async (_request, reply) => {
    const mails = config.smtpUrl === null ? await latestMails(outboxFolder(config)) : null
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page(mails))
  })
}

type SentMail = { to: string; subject: string; date: string; body: string }

/** The mails read for the last page, by path: a mail never changes once it is sent. */
let shown = new Map<string, Promise<SentMail>>()

async function latestMails(folder: string): Promise<SentMail[]> {
  const names = await readdir(folder).catch(() => [])
  const newest = names
    .filter((name) => name.endsWith('.eml') && !name.startsWith('.'))
    .sort(byTimeAndNumber)
    .slice(0, SHOWN_MAX)
    .map((name) => join(folder, name))
  shown = new Map(newest.map((path) => [path, shown.get(path) ?? readFile(path).then(readEml)]))
  return Promise.all(shown.values())
}

/** File names begin with the mail's time and end with its number; newest first. */
function byTimeAndNumber(a: string, b: string): number {
  const number = (name: string) => Number(/-(\d+)\.eml$/.exec(name)?.[1] ?? 0)
  return number(b) - number(a) || (a < b ? 1 : -1)
}

async function readEml(file: Buffer): Promise<SentMail> {
  const { default: PostalMime } = await import('postal-mime')
  const { to, subject = '', date = '', text = '' } = await PostalMime.parse(file)
  return { to: (to ?? []).map(({ address }) => address).join(', '), subject, date, body: text }
}

function page(mails: SentMail[] | null): string {
  const content =
    mails === null
      ? '<p>Mails go to the mail server of SMTP_URL; none are kept here.</p>'
      : mails.length === 0
        ? '<p>No mail has been sent yet.</p>'
        : mails.map(article).join('\n')
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mailbox – ${BRAND}</title></head>
<body>
<h1>Mailbox</h1>
<p>For development: the latest ${SHOWN_MAX} mails, the newest first. <a href="/dev/mailbox">Reload</a></p>
${content}
</body>
</html>
`
}

function article({ to, subject, date, body }: SentMail): string {
  return `<article>
<h2>${escape(subject)}</h2>
<p>To ${escape(to)}, ${escape(date)}</p>
<pre>${escape(body).replace(/https?:\/\/[^\s<&]+/g, (link) => `<a href="${link}">${link}</a>`)}</pre>
<hr>
</article>`
}

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign)
}
