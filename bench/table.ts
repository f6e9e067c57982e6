/** One table per subject, printed and saved under bench/results with its date. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'

/** Prints an aligned Markdown table and returns it as text. */
export function printTable(heads: string[], rows: string[][]): string {
  const widths = heads.map((head, at) => Math.max(head.length, ...rows.map((row) => (row[at] ?? '').length)))
  const line = (cells: string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const table = [line(heads), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
  console.log(table)
  return table
}

/** Writes bench/results/YYYY-MM-DD-subject.md with the machine's size and how it was measured. */
export function saveResult(subject: string, table: string, how: string): void {
  const folder = new URL('results/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  const day = new Date().toISOString().slice(0, 10)
  const text = `# ${subject}, ${day}\n\n\`npm run bench -- ${subject}\` on ${cpus().length} cores, Node ${process.version}. ${how}\n\n${table}\n`
  writeFileSync(new URL(`${day}-${subject}.md`, folder), text)
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The smallest of the values that this share of them does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN
}
