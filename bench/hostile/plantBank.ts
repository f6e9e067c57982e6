/** Hostile texts in bank files: statements with payers' names, and results of payouts; and the admins' texts about both. */
import { addDays, dayOf } from '@bittkosh/contract/time'
import type { Person } from '../../tests/support/logins.ts'
import { HERE, type Planter } from './planter.ts'

type Line = { id: number; amount: number; narration: string; payer: string; reference: string }
type Waiting = { id: number; amount: number; transaction_id: string }
type Payout = { withdrawal_id: number; number: string; amount: number }

/** Pending records for a file to name: people's deposits, and withdrawals to bank accounts. */
export type Unsettled = { deposits: Waiting[]; withdrawals: number[] }

/** Returns the batch whose result was imported. */
export async function plantBank(
  { put, must, tally }: Planter,
  { admin, texts, unsettled }: { admin: Person; texts: readonly string[]; unsettled: Unsettled },
): Promise<number | null> {
  const today = dayOf(new Date())
  await importStatement()
  await workLines()
  const batch = await payBatch()
  await signDays()
  return batch

  async function importStatement() {
    const spoken = texts.map((text, place) => [addDays(today, -1), text, `${text} ${place}`, text, 100 + place])
    const fitting = unsettled.deposits.map(({ amount, transaction_id }, place) => [
      today,
      texts[place % texts.length],
      transaction_id,
      texts[place % texts.length],
      amount,
    ])
    const rows = [['Date', 'Narration', 'UTR', 'Payer name', 'Credit'], ...spoken, ...fitting]
    const content = fileOf(rows)
    for (let n = 0; n < Math.min(texts.length, 5); n++)
      await put(admin, 'POST', '/bank-statements', {}, { account: { name: HERE }, file_name: HERE, content })
  }

  async function workLines() {
    const open = [...(await linesIn('suggested')), ...(await linesIn('unmatched'))]
    for (const { narration, payer, reference } of open)
      for (const [field, text] of Object.entries({ narration, payer, reference })) {
        const name = `POST /bank-statements content, ${field}`
        if (text !== '') tally.placed.set(name, (tally.placed.get(name) ?? new Set()).add(text))
      }
    for (const { id } of open.slice(0, 20)) {
      await put(admin, 'POST', '/bank-statement-lines/{id}/ignore', { id }, { reason: HERE })
      if (id % 4 === 0) await must(admin, 'POST', '/bank-statement-lines/{id}/reopen', { id })
    }
    for (const { id, transaction_id } of unsettled.deposits) {
      const line = open.find(({ reference }) => reference === transaction_id)
      const approval = { deposit_id: id, admin_note: HERE }
      if (line && id % 2 === 0)
        await put(admin, 'POST', '/bank-statement-lines/{id}/approve', { id: line.id }, approval)
    }
  }

  async function linesIn(view: string): Promise<Line[]> {
    const found: Line[] = []
    for (let cursor: string | null = ''; cursor !== null && found.length < 600;) {
      const query = new URLSearchParams({ view, ...(cursor === '' ? {} : { cursor }) })
      const page: { data: Line[]; next_cursor: string | null } = await must(
        admin,
        'GET',
        `/bank-statement-lines?${query}`,
        {},
      )
      found.push(...page.data)
      cursor = page.next_cursor
    }
    return found
  }

  /** The bank refuses every second one, with its own text; the others are still pending. */
  async function payBatch(): Promise<number | null> {
    const withdrawal_ids = unsettled.withdrawals.slice(0, 100)
    if (withdrawal_ids.length === 0) return null
    const { id } = await must<{ id: number }>(admin, 'POST', '/payout-batches', {}, { withdrawal_ids })
    const { payouts } = await must<{ payouts: Payout[] }>(admin, 'GET', '/payout-batches/{id}', { id })
    const told = payouts.slice(0, -1) // the last one is still in the bank's file
    const rows = told.map(({ number, amount }, place) => {
      const text = texts[place % texts.length] ?? ''
      return [number, amount, place % 2 === 0 ? 'Failed' : 'Pending', '', text]
    })
    const content = fileOf([['Reference', 'Amount', 'Status', 'UTR', 'Reason'], ...rows])
    const refused = told.map(({ withdrawal_id }, place) => ({
      withdrawal_id,
      choice: place % 4 === 0 ? 'reject' : 'retry',
    }))
    await must(admin, 'POST', '/payout-batches/{id}/result/preview', { id }, { content })
    await must(admin, 'POST', '/payout-batches/{id}/result', { id }, { content, refused })
    return id
  }

  async function signDays() {
    for (let ago = 1; ago <= 3; ago++) {
      const day = addDays(today, -ago)
      const { digest } = await must<{ digest: string }>(admin, 'GET', '/reconciliation/days/{day}', { day })
      await put(admin, 'POST', '/reconciliation/days/{day}/sign', { day }, { digest, note: HERE })
    }
  }
}

/** A file as a bank's server writes it, base64: quoted, and without characters that are not text. */
function fileOf(rows: readonly (readonly unknown[])[]): string {
  const cell = (value: unknown) =>
    `"${String(value)
      .replace(/[^\P{Cc}\n]|\p{Cs}/gu, ' ')
      .replaceAll('"', '""')}"`
  return Buffer.from(rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')).toString('base64')
}
