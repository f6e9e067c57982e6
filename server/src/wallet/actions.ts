/** What the wallet offers to other rooms: the statement of anyone's accounts as a file. */
import { BRAND } from '@bittkosh/contract/brand'
import type { Language } from '@bittkosh/contract/language'
import { addDays, startOfDay } from '@bittkosh/contract/time'
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

export function statementName({ from, to, format, document }: Asked): string {
  return `${BRAND.toLowerCase()}-${document === 'income' ? 'income' : 'statement'}-${from}-to-${to}.${format}`
}

/** From the beginning of the first business day to the end of the last. Refuses `malformed` for a reversed range. */
export function statementRange({ from, to }: Pick<Asked, 'from' | 'to'>): Range {
  if (to < from) return refuse({ code: 'malformed', complaints: { to: { code: 'end_before_beginning' } } })
  return { from: startOfDay(from), until: startOfDay(addDays(to, 1)) }
}

/** Every booking of a user in a range of business days, both included, or their income in it. */
export async function statementFile(
  db: Db,
  { holder, at, ...asked }: Asked & { holder: { id: number; name: string; email: string }; at: Date },
): Promise<FileReply> {
  const { format, document, language = 'en' } = asked
  const file = { range: statementRange(asked), language, holder, at }
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
