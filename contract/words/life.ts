/** The texts of a record's life. */
import type { Language } from '../language.ts'
import type { LifeKind } from '../life.ts'
import type { MailKind, TextKind } from '../mails.ts'

/** The messages that are about a record. */
export type MessageKind = (MailKind | TextKind) &
  ('deposit_reversed' | 'withdrawal_returned' | 'kyc_revoked' | 'transfer_code')

const proposalEnds = ['made', 'declined', 'withdrawn', 'stale'] as const
export type ProposalEnd = (typeof proposalEnds)[number]

type LifeWords = {
  asked: Record<LifeKind, string>
  /** Endings that no admin caused. */
  ended: Record<'cancelled' | 'completed' | 'failed' | 'expired', string>
  proposal: Record<ProposalEnd, (act: string) => string>
  notice: (title: string) => string
  message: Record<MessageKind, string>
  mail: (name: string) => string
  sms: (name: string) => string
}

export const lifeWords: Record<Language, LifeWords> = {
  en: {
    asked: {
      deposit: 'Deposit requested',
      withdrawal: 'Withdrawal requested',
      kyc: 'Documents submitted',
      transfer: 'Transfer started',
    },
    ended: {
      cancelled: 'Cancelled by the user',
      completed: 'Completed',
      failed: 'Failed: no money has moved',
      expired: 'Expired without the right code',
    },
    proposal: {
      made: (act) => `Proposed: ${act}`,
      declined: (act) => `Proposal declined: ${act}`,
      withdrawn: (act) => `Proposal withdrawn: ${act}`,
      stale: (act) => `Proposal out of date: ${act}`,
    },
    notice: (title) => `Notice: ${title}`,
    message: {
      deposit_reversed: 'deposit reversed',
      withdrawal_returned: 'withdrawal returned',
      kyc_revoked: 'KYC approval revoked',
      transfer_code: 'code for the transfer',
    },
    mail: (name) => `Mail: ${name}`,
    sms: (name) => `SMS: ${name}`,
  },
  hi: {
    asked: {
      deposit: 'जमा का अनुरोध किया',
      withdrawal: 'निकासी का अनुरोध किया',
      kyc: 'दस्तावेज़ जमा किए',
      transfer: 'ट्रांसफ़र शुरू किया',
    },
    ended: {
      cancelled: 'यूज़र ने रद्द किया',
      completed: 'पूरा हुआ',
      failed: 'असफल: कोई पैसा नहीं गया',
      expired: 'सही कोड के बिना समय बीता',
    },
    proposal: {
      made: (act) => `प्रस्ताव: ${act}`,
      declined: (act) => `प्रस्ताव नामंज़ूर: ${act}`,
      withdrawn: (act) => `प्रस्ताव वापस लिया: ${act}`,
      stale: (act) => `प्रस्ताव अब संभव नहीं: ${act}`,
    },
    notice: (title) => `सूचना: ${title}`,
    message: {
      deposit_reversed: 'जमा वापस ली गई',
      withdrawal_returned: 'निकासी की रकम लौटी',
      kyc_revoked: 'KYC की मंज़ूरी वापस ली गई',
      transfer_code: 'ट्रांसफ़र का कोड',
    },
    mail: (name) => `मेल: ${name}`,
    sms: (name) => `SMS: ${name}`,
  },
}
