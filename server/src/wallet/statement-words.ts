/** The texts of a statement in both languages. The server makes the files and does not have the web client's catalogues. */
import type { Language } from '@bittkosh/contract/language'
import type { MovementKind } from '@bittkosh/contract/movements'
import type { UserAccount } from '../ledger/movements.ts'
import type { Reference } from './statement.ts'

type Words = {
  title: string
  period: (from: string, to: string) => string
  made: (at: string) => string
  footnote: string
  page: (number: number) => string
  account: string
  date: string
  time: string
  description: string
  reference: string
  in: string
  out: string
  balance: string
  opening: string
  closing: string
  total: string
  nothing: string
  accounts: Record<UserAccount, string>
  kinds: Record<MovementKind, string>
  sent: string
  received: string
  interest: string
}

export const statementWords: Record<Language, Words> = {
  en: {
    title: 'Account statement',
    period: (from, to) => `${from} to ${to}`,
    made: (at) => `Generated on ${at} (India time)`,
    footnote: 'Opening + in − out = closing, for each account. Computer-generated; needs no signature.',
    page: (number) => `Page ${number}`,
    account: 'Account',
    date: 'Date',
    time: 'Time',
    description: 'Description',
    reference: 'Reference',
    in: 'In',
    out: 'Out',
    balance: 'Balance',
    opening: 'Opening',
    closing: 'Closing',
    total: 'All accounts',
    nothing: 'Nothing was booked in this period.',
    accounts: { wallet: 'Wallet', flexible: 'Earn', invested: 'Fixed-term plans', held: 'Held for withdrawals' },
    kinds: {
      deposit: 'Deposit',
      package: 'Coin Bazaar package',
      package_bonus: 'Package bonus',
      deposit_reversal: 'Deposit reversed',
      withdrawal_hold: 'Withdrawal requested',
      withdrawal_payout: 'Withdrawal paid',
      withdrawal_release: 'Withdrawal refunded',
      withdrawal_return: 'Withdrawal returned by the bank',
      transfer: 'BittPay',
      plan_purchase: 'Plan bought',
      plan_claim: 'Plan claimed',
      flexible_deposit: 'Moved to Earn',
      flexible_withdraw: 'Moved from Earn',
      flexible_interest: 'Earn interest',
      welcome_bonus: 'Welcome bonus',
      welcome_bonus_taken_back: 'Welcome bonus revoked',
      referral_income: 'Referral income',
      adjustment: 'Adjustment',
    },
    sent: 'BittPay sent, fee included',
    received: 'BittPay received',
    interest: 'interest',
  },
  hi: {
    title: 'खाता विवरण',
    period: (from, to) => `${from} से ${to} तक`,
    made: (at) => `${at} को बनाया गया (भारतीय समय)`,
    footnote: 'हर खाते में: शुरुआती + जमा − निकासी = अंतिम। यह प्रोग्राम से बना है, हस्ताक्षर ज़रूरी नहीं।',
    page: (number) => `पृष्ठ ${number}`,
    account: 'खाता',
    date: 'तारीख',
    time: 'समय',
    description: 'विवरण',
    reference: 'संदर्भ',
    in: 'जमा',
    out: 'निकासी',
    balance: 'शेष',
    opening: 'शुरुआती शेष',
    closing: 'अंतिम शेष',
    total: 'सभी खाते',
    nothing: 'इस अवधि में कोई लेन-देन नहीं हुआ।',
    accounts: { wallet: 'वॉलेट', flexible: 'Earn', invested: 'तय अवधि के प्लान', held: 'निकासी के लिए रोकी गई रकम' },
    kinds: {
      deposit: 'जमा',
      package: 'Coin Bazaar पैकेज',
      package_bonus: 'पैकेज बोनस',
      deposit_reversal: 'जमा वापस ली गई',
      withdrawal_hold: 'निकासी का अनुरोध',
      withdrawal_payout: 'निकासी का भुगतान',
      withdrawal_release: 'निकासी की रकम वापस',
      withdrawal_return: 'बैंक से निकासी लौटी',
      transfer: 'BittPay',
      plan_purchase: 'प्लान खरीदा',
      plan_claim: 'प्लान की रकम मिली',
      flexible_deposit: 'Earn में डाला',
      flexible_withdraw: 'Earn से निकाला',
      flexible_interest: 'Earn का ब्याज',
      welcome_bonus: 'वेलकम बोनस',
      welcome_bonus_taken_back: 'वेलकम बोनस वापस लिया गया',
      referral_income: 'रेफ़रल आय',
      adjustment: 'समायोजन',
    },
    sent: 'BittPay से भेजा, शुल्क सहित',
    received: 'BittPay से मिला',
    interest: 'ब्याज',
  },
}

export function describe(words: Words, line: { kind: MovementKind; amount: bigint }): string {
  if (line.kind !== 'transfer') return words.kinds[line.kind]
  return line.amount < 0n ? words.sent : words.received
}

export function referenceText(words: Words, reference: Reference | null): string {
  if (reference === null) return ''
  return 'interestOf' in reference ? `${words.interest} ${reference.interestOf}` : reference.number
}
