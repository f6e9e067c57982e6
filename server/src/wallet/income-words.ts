/** The texts of the income statement in both languages; see statement-words.ts. */
import type { Language } from '@bittkosh/contract/language'
import type { IncomeLine } from './income.ts'

type Words = {
  title: string
  footnote: string
  name: string
  pan: string
  noPan: string
  from: string
  to: string
  income: string
  credited: string
  tdsDeducted: string
  tdsSection: string
  total: string
  corrections: string
  lines: Record<IncomeLine, string>
  /** Below the table. */
  notes: string[]
}

export const incomeWords: Record<Language, Words> = {
  en: {
    title: 'Income statement for tax',
    footnote: 'Computer-generated from the account’s bookings; needs no signature.',
    name: 'Name',
    pan: 'PAN',
    noPan: 'none approved here',
    from: 'From',
    to: 'To',
    income: 'Income',
    credited: 'Credited',
    tdsDeducted: 'TDS deducted',
    tdsSection: 'TDS section',
    total: 'Total',
    corrections: 'Manual corrections, not in the total',
    lines: {
      earn_interest: 'Earn interest',
      plan_profit: 'Plan profit',
      referral: 'Referral income',
      package_bonus: 'Package bonuses',
      welcome_bonus: 'Welcome bonus',
    },
    notes: [
      'Each amount counts on the day it was booked: interest on the day it is for, a plan’s profit on the day it was claimed.',
      'Bonuses are shown less what was taken back. Fees paid are not subtracted.',
      'The program withholds no tax, so TDS deducted is 0.00. The section is left open for the operator to fill in.',
      'Ask a tax adviser how each line is taxed.',
    ],
  },
  hi: {
    title: 'कर के लिए आय विवरण',
    footnote: 'यह खाते के लेन-देन से प्रोग्राम ने बनाया है, हस्ताक्षर ज़रूरी नहीं।',
    name: 'नाम',
    pan: 'PAN',
    noPan: 'यहाँ कोई मंज़ूर नहीं',
    from: 'से',
    to: 'तक',
    income: 'आय',
    credited: 'जमा हुआ',
    tdsDeducted: 'TDS काटा गया',
    tdsSection: 'TDS की धारा',
    total: 'कुल',
    corrections: 'हाथ से किए गए सुधार, कुल में शामिल नहीं',
    lines: {
      earn_interest: 'Earn का ब्याज',
      plan_profit: 'प्लान का मुनाफ़ा',
      referral: 'रेफ़रल आय',
      package_bonus: 'पैकेज बोनस',
      welcome_bonus: 'वेलकम बोनस',
    },
    notes: [
      'हर रकम दर्ज होने के दिन में गिनी गई है: ब्याज उस दिन में जिसका वह है, प्लान का मुनाफ़ा रकम लेने के दिन में।',
      'बोनस में से वापस लिया गया घटा दिया गया है। दिए गए शुल्क नहीं घटाए गए।',
      'प्रोग्राम कोई कर नहीं काटता, इसलिए TDS काटा गया 0.00 है। धारा संचालक के भरने के लिए खाली है।',
      'किस रकम पर कितना कर लगेगा, यह कर सलाहकार बताएँगे।',
    ],
  },
}
