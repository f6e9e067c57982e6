/** What a proposal is for, in the reader's language. */
import type { ProposedAction } from '../guards.ts'
import type { Language } from '../language.ts'
import { formatRupees, type Paise } from '../money.ts'
import { actText } from './audit.ts'

type Words = { [A in ProposedAction]: string | ((amount: Paise) => string) }

const words: Record<Language, Words> = {
  en: {
    'deposit approved': (amount) => `Approve a deposit of ${formatRupees(amount)}`,
    'deposit reversed': (amount) => `Reverse a deposit of ${formatRupees(amount)}`,
    'withdrawal approved': (amount) => `Pay a withdrawal of ${formatRupees(amount)}`,
    'withdrawal returned': (amount) => `Book a withdrawal of ${formatRupees(amount)} as returned`,
    'user edited': 'Change a user',
    'user activated': 'Activate an admin',
    'user deactivated': 'Deactivate an admin',
    'user closed': "Close an admin's account",
    'user removed': 'Delete an admin',
    'admin created': 'Add an admin',
    'admin roles changed': "Change an admin's roles",
    'plan created': 'Add a plan',
    'plan changed': 'Change a plan',
    'plan archived': 'Archive a plan',
    'plan deleted': 'Delete a plan',
    'package created': 'Add a package',
    'package changed': 'Change a package',
    'package activated': 'Activate a package',
    'package deactivated': 'Deactivate a package',
    'package archived': 'Archive a package',
    'package deleted': 'Delete a package',
    'deposit method created': 'Add a deposit method',
    'deposit method changed': 'Change a deposit method',
    'deposit method activated': 'Activate a deposit method',
    'deposit method deactivated': 'Deactivate a deposit method',
    'setting changed': 'Change a setting',
  },
  hi: {
    'deposit approved': (amount) => `${formatRupees(amount)} की जमा मंज़ूर करना`,
    'deposit reversed': (amount) => `${formatRupees(amount)} की जमा वापस लेना`,
    'withdrawal approved': (amount) => `${formatRupees(amount)} की निकासी का भुगतान करना`,
    'withdrawal returned': (amount) => `${formatRupees(amount)} की निकासी को लौटी हुई दर्ज करना`,
    'user edited': 'यूज़र की जानकारी बदलना',
    'user activated': 'एडमिन को सक्रिय करना',
    'user deactivated': 'एडमिन को निष्क्रिय करना',
    'user closed': 'एडमिन का खाता बंद करना',
    'user removed': 'एडमिन को हटाना',
    'admin created': 'एडमिन जोड़ना',
    'admin roles changed': 'एडमिन की भूमिकाएँ बदलना',
    'plan created': 'प्लान जोड़ना',
    'plan changed': 'प्लान बदलना',
    'plan archived': 'प्लान संग्रह में रखना',
    'plan deleted': 'प्लान हटाना',
    'package created': 'पैकेज जोड़ना',
    'package changed': 'पैकेज बदलना',
    'package activated': 'पैकेज चालू करना',
    'package deactivated': 'पैकेज बंद करना',
    'package archived': 'पैकेज संग्रह में रखना',
    'package deleted': 'पैकेज हटाना',
    'deposit method created': 'जमा का तरीका जोड़ना',
    'deposit method changed': 'जमा का तरीका बदलना',
    'deposit method activated': 'जमा का तरीका चालू करना',
    'deposit method deactivated': 'जमा का तरीका बंद करना',
    'setting changed': 'सेटिंग बदलना',
  },
}

const balanceChange: Record<Language, (amount: Paise) => string> = {
  en: (amount) => `Change the balance of a user by ${formatRupees(amount)}`,
  hi: (amount) => `यूज़र के बैलेंस में ${formatRupees(amount)} का बदलाव करना`,
}

/** 'Approve a deposit of ₹5,000.00'; an unknown act, from another version, as the log words it. */
export function proposalText(language: Language, { action, amount }: { action: string; amount: Paise | null }): string {
  if (action === 'user edited' && amount !== null) return balanceChange[language](amount)
  const known: Readonly<Record<string, string | ((amount: Paise) => string)>> = words[language]
  const text = Object.hasOwn(known, action) ? known[action] : undefined
  if (typeof text === 'string') return text
  return text && amount !== null ? text(amount) : actText(language, action)
}
