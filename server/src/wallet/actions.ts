/** What other rooms ask of the wallet: the statement of anyone's accounts as a file. */
import { BRAND } from '@bittkosh/contract/brand'
import type { Language } from '@bittkosh/contract/language'
import { addDays, startOfDay } from '@bittkosh/contract/time'
import type { Db } from '../platform/database/database.ts'
import type { FileReply } from '../platform/http/http.ts'
import { refuse } from '../platform/http/refuse.ts'
import { openStatement } from './statement.ts'
import { statementCsv } from './statement-csv.ts'

type Asked = { from: string; to: string; format: 'pdf' | 'csv'; language?: Language | undefined }

export function statementName({ from, to, format }: Asked): string {
  return `${BRAND.toLowerCase()}-statement-${from}-to-${to}.${format}`
}

/** Every booking of a user in a range of business days, both included. Refuses `malformed` where it ends before it begins. */
export async function statementFile(
  db: Db,
  { holder, at, ...asked }: Asked & { holder: { id: number; name: string; email: string }; at: Date },
): Promise<FileReply> {
  const { from, to, format, language = 'en' } = asked
  if (to < from) return refuse({ code: 'malformed', complaints: { to: { code: 'end_before_beginning' } } })
  const range = { from: startOfDay(from), until: startOfDay(addDays(to, 1)) }
  const accounts = await openStatement(db, holder.id, range)
  const name = statementName(asked)
  if (format === 'csv') {
    return { content: statementCsv(db, { accounts, range, language }), type: 'text/csv; charset=utf-8', name }
  }
  // 26 MB of memory, taken only when somebody asks for a PDF
  const { statementPdf } = await import('./statement-pdf.ts')
  const content = statementPdf(db, { accounts, range, language, holder, at })
  return { content, type: 'application/pdf', name }
}
