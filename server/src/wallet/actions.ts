/** What the wallet offers to other rooms: the statement of anyone's accounts as a file. */
import { BRAND } from '@bittkosh/contract/brand'
import type { Language } from '@bittkosh/contract/language'
import { addDays, dayOf, startOfDay } from '@bittkosh/contract/time'
import type { Readable } from 'node:stream'
import { maskedPan } from '../kyc/actions.ts'
import type { Db } from '../platform/database/database.ts'
import type { FileReply } from '../platform/http/reply.ts'
import { refuse } from '../platform/http/refuse.ts'
import { incomeCsv } from './income-csv.ts'
import { readIncome } from './income.ts'
import { openStatement, type Range } from './statement.ts'
import { statementCsv } from './statement-csv.ts'

type Asked = {
  from: string
  to: string
  format: 'pdf' | 'csv'
  document?: 'bookings' | 'income' | undefined
  language?: Language | undefined
}

/** A request with its range: from the beginning of the first business day to the end of the last. */
type Ranged = Asked & { range: Range }

/** Ends today at the latest: a statement certifies nothing of days that have not come. Refuses `malformed` for a reversed range. */
export function rangeOf(asked: Asked, at: Date): Ranged {
  const [from, today] = [asked.from, dayOf(at)]
  const to = asked.to < today ? asked.to : today
  if (to < from) return refuse({ code: 'malformed', complaints: { to: { code: 'end_before_beginning' } } })
  return { ...asked, to, range: { from: startOfDay(from), until: startOfDay(addDays(to, 1)) } }
}

export function statementName({ from, to, format, document }: Asked): string {
  return `${BRAND.toLowerCase()}-${document === 'income' ? 'income' : 'statement'}-${from}-to-${to}.${format}`
}

/** Every booking of a user in a range of business days, or their income in it. */
export async function statementFile(
  db: Db,
  { holder, at, ...asked }: Ranged & { holder: { id: number; name: string; email: string }; at: Date },
): Promise<FileReply> {
  const { format, document, language = 'en', range } = asked
  const file = { range, language, holder, at }
  const content = await (document === 'income' ? incomeContent(db, format, file) : bookingsContent(db, format, file))
  return { content, type: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/pdf', name: statementName(asked) }
}

type File = { range: Range; language: Language; holder: { id: number; name: string; email: string }; at: Date }

// The PDF library takes 26 MB of memory, so it is loaded only when somebody requests a PDF.
async function bookingsContent(db: Db, format: 'pdf' | 'csv', file: File): Promise<Readable> {
  const accounts = await openStatement(db, file.holder.id, file.range)
  if (format === 'csv') return statementCsv(db, { accounts, ...file })
  const { statementPdf } = await import('./statement-pdf.ts')
  return statementPdf(db, { accounts, ...file })
}

async function incomeContent(db: Db, format: 'pdf' | 'csv', file: File): Promise<Readable> {
  const [income, pan] = await Promise.all([readIncome(db, file.holder.id, file.range), maskedPan(db, file.holder.id)])
  if (format === 'csv') return incomeCsv({ income, pan, ...file })
  const { incomePdf } = await import('./income-pdf.ts')
  return incomePdf({ income, pan, ...file })
}
