/** The text of each alert, in the reader's language. */
import type { AlertKind } from '../alerts.ts'
import type { Language } from '../language.ts'

const words: Record<Language, Record<AlertKind, string>> = {
  en: {
    coverage_negative: 'The money in hand does not cover what is owed to users',
    deposits_late: 'A deposit has been waiting too long',
    withdrawals_late: 'A withdrawal has been waiting too long',
    kyc_late: 'An identity record has been waiting too long',
    invariant_broken: 'A check of the records found something wrong',
    date_doubted: 'The date of a server has jumped: interest is on hold until it is confirmed',
    backup_old: 'The newest verified backup is too old',
    usdt_rate_old: 'The USDT rate is too old',
    erasure_late: 'Something that should be erased by now is still there',
    deposit_large: 'A large deposit is waiting',
    withdrawal_large: 'A large withdrawal is waiting',
    many_payees: 'A person requested withdrawals to many new accounts',
    many_senders: 'A person received money from many new people',
    payee_changed: 'A deposit method was changed',
    rate_changed: 'A money setting was changed',
    admin_device: 'An administrator signed in from a new device',
    payout_taken_over: 'A payout you were making was taken over',
    batch_taken_over: 'A payout batch you were paying was taken over',
    admin_made: 'An administrator was added',
    admin_changed: 'The roles of an administrator were changed',
  },
  hi: {
    coverage_negative: 'यूज़र को जितना देना है, हाथ में उससे कम है',
    deposits_late: 'एक जमा बहुत देर से रुकी है',
    withdrawals_late: 'एक निकासी बहुत देर से रुकी है',
    kyc_late: 'पहचान का एक रिकॉर्ड बहुत देर से रुका है',
    invariant_broken: 'रिकॉर्ड की जाँच में कुछ गलत मिला',
    date_doubted: 'एक सर्वर की तारीख आगे कूद गई है: पुष्टि होने तक ब्याज रुका है',
    backup_old: 'जाँचा हुआ सबसे नया बैकअप बहुत पुराना है',
    usdt_rate_old: 'USDT का रेट बहुत पुराना है',
    erasure_late: 'जो अब तक मिट जाना चाहिए था, वह अभी बाकी है',
    deposit_large: 'एक बड़ी जमा फ़ैसले के इंतज़ार में है',
    withdrawal_large: 'एक बड़ी निकासी फ़ैसले के इंतज़ार में है',
    many_payees: 'एक यूज़र ने कई नए खातों में निकासी माँगी',
    many_senders: 'एक यूज़र को कई नए लोगों से पैसे मिले',
    payee_changed: 'जमा का एक तरीका बदला गया',
    rate_changed: 'पैसे की एक सेटिंग बदली गई',
    admin_device: 'एक एडमिन ने नए डिवाइस से साइन इन किया',
    payout_taken_over: 'आप जो भुगतान कर रहे थे, उसे किसी और ने ले लिया',
    batch_taken_over: 'भुगतान का जो बैच आप चुका रहे थे, उसे किसी और ने ले लिया',
    admin_made: 'एक नया एडमिन जोड़ा गया',
    admin_changed: 'एक एडमिन की भूमिकाएँ बदली गईं',
  },
}

export function alertText(language: Language, kind: AlertKind): string {
  return words[language][kind]
}
