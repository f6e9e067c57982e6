/** The list of all bank branches of India (data files of the package ifsc), read on first use: 1 MB. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

type BankList = { branches: Record<string, (number | string)[]>; names: Record<string, string> }

let list: BankList | undefined

/** Whether the list has an IFSC code, and the bank that the code's first four letters belong to. */
export function bankOfIfsc(code: string): { known: boolean; bank: string | null } {
  const [, bankCode = '', branch = ''] = /^([A-Z]{4})0([A-Z0-9]{6})$/.exec(code.toUpperCase()) ?? []
  if (!bankCode) return { known: false, bank: null }
  const { branches, names } = (list ??= readList())
  const ofBank = Object.hasOwn(branches, bankCode) ? (branches[bankCode] ?? []) : []
  const known = ofBank.includes(/^\d+$/.test(branch) ? Number(branch) : branch)
  return { known, bank: Object.hasOwn(names, bankCode) ? (names[bankCode] ?? null) : null }
}

// The package's index.js would load an unmaintained HTTP library; only its data files are needed.
function readList(): BankList {
  const { resolve } = createRequire(import.meta.url)
  const read = (file: string): unknown => JSON.parse(readFileSync(resolve(`ifsc/src/${file}`), 'utf8'))
  return { branches: read('IFSC.json') as BankList['branches'], names: read('banknames.json') as BankList['names'] }
}
