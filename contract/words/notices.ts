/** Every notice in both languages. Other people's words are quoted; money is formatted as everywhere else. */
import { idTypeLabels } from '../kyc.ts'
import type { Language } from '../language.ts'
import { add, formatRupees, negate, type Paise, subtract } from '../money.ts'
import type { NoticeKind, NoticeValues } from '../notices.ts'
import { quoted } from './quoted.ts'
import { reasonText } from './reasons.ts'

export type NoticeText = { title: string; message: string }

export const noticeWords: Record<Language, { [K in NoticeKind]: (values: NoticeValues[K]) => NoticeText }> = {
  en: {
    deposit_approved: ({ amount, bonus, package: bought, note }) => ({
      title: 'Deposit approved',
      message: `Your ${bought === null ? 'deposit' : `package '${bought}'`} was approved: ${formatRupees(add(amount, bonus))} ${bonus > 0n ? `(with a bonus of ${formatRupees(bonus)}) ` : ''}is in your wallet.${note ? ` Note: ${note}` : ''}`,
    }),
    deposit_rejected: ({ amount, package: bought, ...rejection }) => ({
      title: 'Deposit rejected',
      message: `Your ${bought === null ? 'deposit' : `package '${bought}'`} of ${formatRupees(amount)} was not approved. Reason: ${reasonText('en', rejection)}`,
    }),
    deposit_reversed: ({ amount, bonus, package: bought, reason }) => ({
      title: 'Deposit reversed',
      message: `Your ${bought === null ? 'deposit' : `package '${bought}'`} of ${formatRupees(amount)} was reversed: ${formatRupees(add(amount, bonus))} ${bonus > 0n ? `(with its bonus of ${formatRupees(bonus)}) ` : ''}left your wallet. Reason: ${reason}`,
    }),
    withdrawal_approved: ({ amount, net, reference }) => ({
      title: 'Withdrawal approved',
      message: `${net === undefined ? `Your withdrawal of ${formatRupees(amount)}` : `${formatRupees(net)} of your withdrawal of ${formatRupees(amount)}`} has been paid${net === undefined ? '' : `; the fee was ${formatRupees(subtract(amount, net))}`}. Reference: ${reference}.`,
    }),
    withdrawal_rejected: ({ amount, ...rejection }) => ({
      title: 'Withdrawal rejected',
      message: `Your withdrawal of ${formatRupees(amount)} was rejected and the whole amount is back in your wallet. Reason: ${reasonText('en', rejection)}`,
    }),
    withdrawal_returned: ({ amount, reason }) => ({
      title: 'Withdrawal returned',
      message: `The bank sent back your withdrawal of ${formatRupees(amount)}. The whole amount, including the fee, is back in your wallet. Reason: ${reason}`,
    }),
    kyc_approved: ({ document }) => ({
      title: 'KYC approved',
      message: `Your ${idTypeLabels.en[document]} has been verified.`,
    }),
    kyc_rejected: ({ document, ...rejection }) => ({
      title: 'KYC rejected',
      message: `Your ${idTypeLabels.en[document]} was not accepted: ${withoutStop(reasonText('en', rejection))}. You can submit it again on your profile.`,
    }),
    kyc_revoked: ({ document, reason }) => ({
      title: 'KYC approval revoked',
      message: `The approval of your ${idTypeLabels.en[document]} was revoked: ${withoutStop(reason)}. You cannot withdraw or send money until your documents are approved again. Submit them on your profile.`,
    }),
    transfer_received: ({ sender, amount, note }) => ({
      title: 'Money received',
      message: `${quoted(sender)} sent you ${formatRupees(amount)} with BittPay.${note ? ` They wrote: ${quoted(note)}` : ''}`,
    }),
    plan_matured: ({ plan, amount, profit }) => ({
      title: 'Ready to withdraw',
      message: `Your investment in ${plan} has matured. Claim ${formatRupees(add(amount, profit))} in your portfolio.`,
    }),
    plan_claimed: ({ plan, amount, profit }) => ({
      title: 'Investment claimed',
      message: `${formatRupees(add(amount, profit))} from ${plan} is in your wallet: ${formatRupees(amount)} and ${formatRupees(profit)} profit.`,
    }),
    referral_reward: ({ amount }) => ({
      title: 'Referral reward',
      message: `You received ${formatRupees(amount)}: someone you referred has started using Earn.`,
    }),
    referral_income: ({ amount, month }) => ({
      title: 'Referral income',
      message: `You received ${formatRupees(amount)}${month ? ` in ${monthText('en', month)} so far` : ''}: your share of what people you referred have earned.`,
    }),
    contact_lost: ({ contact }) => ({
      title: contact === 'email' ? 'E-mail address removed' : 'Phone number removed',
      message: `${contact === 'email' ? 'The e-mail address of your account was never confirmed here, and another person has proven that it is theirs.' : 'The phone number of your account was never confirmed here, and has been registered to another account.'} You can no longer sign in with it. Write to support to add another one.`,
    }),
    closing_lapsed: ({ because }) => ({
      title: 'Your account was not closed',
      message: `${because === 'money' ? 'It holds money. Withdraw or send it' : 'Something you asked for is still open. Wait until it is decided, or cancel it'}, then ask again on your profile.`,
    }),
    money_frozen: () => ({
      title: 'Withdrawals and transfers on hold',
      message: 'Your withdrawals and transfers are on hold. Contact support.',
    }),
    money_unfrozen: () => ({
      title: 'Withdrawals and transfers work again',
      message: 'You can withdraw and send money with BittPay again.',
    }),
    support_answered: () => ({
      title: 'Support has answered',
      message: 'Open the conversation to read the answer.',
    }),
    balance_adjusted: ({ change, reason }) => ({
      title: 'Balance adjusted',
      message: `An administrator ${adjusted.en(change)}. Reason: ${reason ?? 'No reason given'}`,
    }),
  },
  hi: {
    deposit_approved: ({ amount, bonus, package: bought, package_hi: inHindi, note }) => ({
      title: 'जमा मंज़ूर',
      message: `${bought === null ? 'आपकी जमा मंज़ूर हो गई' : `आपका पैकेज '${inHindi || bought}' मंज़ूर हो गया`}: ${formatRupees(add(amount, bonus))} ${bonus > 0n ? `(${formatRupees(bonus)} के बोनस सहित) ` : ''}आपके वॉलेट में है।${note ? ` नोट: ${note}` : ''}`,
    }),
    deposit_rejected: ({ amount, package: bought, package_hi: inHindi, ...rejection }) => ({
      title: 'जमा नामंज़ूर',
      message: `${bought === null ? `${formatRupees(amount)} की आपकी जमा मंज़ूर नहीं हुई` : `${formatRupees(amount)} का आपका पैकेज '${inHindi || bought}' मंज़ूर नहीं हुआ`}। कारण: ${reasonText('hi', rejection)}`,
    }),
    deposit_reversed: ({ amount, bonus, package: bought, package_hi: inHindi, reason }) => ({
      title: 'जमा वापस ली गई',
      message: `${bought === null ? `${formatRupees(amount)} की आपकी जमा वापस ली गई` : `${formatRupees(amount)} का आपका पैकेज '${inHindi || bought}' वापस लिया गया`}: ${formatRupees(add(amount, bonus))} ${bonus > 0n ? `(${formatRupees(bonus)} के बोनस सहित) ` : ''}आपके वॉलेट से निकल गए। कारण: ${reason}`,
    }),
    withdrawal_approved: ({ amount, net, reference }) => ({
      title: 'निकासी मंज़ूर',
      message: `${formatRupees(amount)} की आपकी निकासी ${net === undefined ? 'का भुगतान' : `में से ${formatRupees(net)} का भुगतान`} हो गया है${net === undefined ? '' : `; शुल्क ${formatRupees(subtract(amount, net))} था`}। संदर्भ: ${reference}`,
    }),
    withdrawal_rejected: ({ amount, ...rejection }) => ({
      title: 'निकासी नामंज़ूर',
      message: `${formatRupees(amount)} की आपकी निकासी नामंज़ूर हुई और पूरी रकम आपके वॉलेट में वापस आ गई है। कारण: ${reasonText('hi', rejection)}`,
    }),
    withdrawal_returned: ({ amount, reason }) => ({
      title: 'निकासी की रकम लौटी',
      message: `बैंक ने ${formatRupees(amount)} की आपकी निकासी लौटा दी है। शुल्क सहित पूरी रकम फिर से आपके वॉलेट में है। कारण: ${reason}`,
    }),
    kyc_approved: ({ document }) => ({
      title: 'KYC मंज़ूर',
      message: `आपके ${idTypeLabels.hi[document]} की जाँच पूरी हो गई है।`,
    }),
    kyc_rejected: ({ document, ...rejection }) => ({
      title: 'KYC नामंज़ूर',
      message: `आपका ${idTypeLabels.hi[document]} स्वीकार नहीं हुआ: ${withoutStop(reasonText('hi', rejection))}। आप इसे अपनी प्रोफ़ाइल पर फिर से भेज सकते हैं।`,
    }),
    kyc_revoked: ({ document, reason }) => ({
      title: 'KYC की मंज़ूरी वापस ली गई',
      message: `आपके ${idTypeLabels.hi[document]} की मंज़ूरी वापस ले ली गई है: ${withoutStop(reason)}। जब तक आपके दस्तावेज़ फिर से मंज़ूर नहीं होते, आप पैसे निकाल या भेज नहीं सकते। उन्हें अपनी प्रोफ़ाइल पर भेजें।`,
    }),
    transfer_received: ({ sender, amount, note }) => ({
      title: 'पैसे मिले',
      message: `${quoted(sender)} ने आपको BittPay से ${formatRupees(amount)} भेजे हैं।${note ? ` उन्होंने लिखा: ${quoted(note)}` : ''}`,
    }),
    plan_matured: ({ plan, plan_hi: inHindi, amount, profit }) => ({
      title: 'निकालने के लिए तैयार',
      message: `${inHindi || plan} में आपके निवेश की अवधि पूरी हो गई है। अपने पोर्टफ़ोलियो में ${formatRupees(add(amount, profit))} लें।`,
    }),
    plan_claimed: ({ plan, plan_hi: inHindi, amount, profit }) => ({
      title: 'निवेश की रकम मिली',
      message: `${inHindi || plan} से ${formatRupees(add(amount, profit))} आपके वॉलेट में हैं: ${formatRupees(amount)} और ${formatRupees(profit)} मुनाफ़ा।`,
    }),
    referral_reward: ({ amount }) => ({
      title: 'रेफ़रल इनाम',
      message: `आपको ${formatRupees(amount)} मिले: जिसे आपने बुलाया था, उसने Earn शुरू किया है।`,
    }),
    referral_income: ({ amount, month }) => ({
      title: 'रेफ़रल आय',
      message: `आपको ${month ? `${monthText('hi', month)} में अब तक ` : ''}${formatRupees(amount)} मिले: आपके बुलाए लोगों की कमाई में आपका हिस्सा।`,
    }),
    contact_lost: ({ contact }) => ({
      title: contact === 'email' ? 'ई-मेल पता हटाया गया' : 'फ़ोन नंबर हटाया गया',
      message: `${contact === 'email' ? 'आपके खाते के ई-मेल पते की यहाँ कभी पुष्टि नहीं हुई थी, और किसी दूसरे व्यक्ति ने साबित किया है कि वह उनका है।' : 'आपके खाते के फ़ोन नंबर की यहाँ कभी पुष्टि नहीं हुई थी, और अब वह दूसरे खाते में रजिस्टर हुआ है।'} अब उससे साइन इन नहीं होगा। नया जोड़ने के लिए सहायता टीम को लिखें।`,
    }),
    closing_lapsed: ({ because }) => ({
      title: 'आपका खाता बंद नहीं हुआ',
      message: `${because === 'money' ? 'इसमें पैसे हैं। उन्हें निकालें या भेजें' : 'आपका कोई अनुरोध अभी खुला है। उसके फ़ैसले का इंतज़ार करें, या उसे रद्द करें'}, फिर प्रोफ़ाइल पर दोबारा कहें।`,
    }),
    money_frozen: () => ({
      title: 'निकासी और ट्रांसफ़र रोक दिए गए',
      message: 'आपकी निकासी और ट्रांसफ़र रोक दिए गए हैं। सहायता टीम से बात करें।',
    }),
    money_unfrozen: () => ({
      title: 'निकासी और ट्रांसफ़र फिर चालू',
      message: 'आप फिर से निकासी कर सकते हैं और BittPay से पैसे भेज सकते हैं।',
    }),
    support_answered: () => ({
      title: 'सहायता टीम ने जवाब दिया है',
      message: 'जवाब पढ़ने के लिए बातचीत खोलें।',
    }),
    balance_adjusted: ({ change, reason }) => ({
      title: 'बैलेंस ठीक किया गया',
      message: `एडमिन ने ${adjusted.hi(change)}। कारण: ${reason ?? 'कोई कारण नहीं दिया गया'}`,
    }),
  },
}

// A reason that is quoted within a sentence may already end with a full stop.
function withoutStop(text: string | null): string {
  return text?.replace(/[.।]$/, '') ?? ''
}

/** A month by its first day: 'November 2026', 'नवंबर 2026'. */
function monthText(language: Language, month: string): string {
  const names = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(`${language}-IN-u-nu-latn`, names).format(new Date(`${month}T00:00:00Z`))
}

const adjusted = {
  en(change: Paise | undefined): string {
    if (change === undefined) return 'corrected your wallet balance'
    return change < 0n
      ? `took ${formatRupees(negate(change))} out of your wallet`
      : `added ${formatRupees(change)} to your wallet`
  },
  hi(change: Paise | undefined): string {
    if (change === undefined) return 'आपके वॉलेट का बैलेंस ठीक किया है'
    return change < 0n
      ? `आपके वॉलेट से ${formatRupees(negate(change))} निकाले हैं`
      : `आपके वॉलेट में ${formatRupees(change)} जोड़े हैं`
  },
}
