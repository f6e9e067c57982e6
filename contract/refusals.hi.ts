/** Hindi for refusals and complaints, loaded only by its readers. A code without a sentence does not compile. */
import { type Complaint, complaints, complaintSentence, type ComplaintWords, grouped } from './complaints.ts'
import { dayText, momentText, whenText } from './dates.hi.ts'
import { formatRupees } from './money.ts'
import { readParams, type RefusalCode, refusals, type RefusalWords, waitOf, worded } from './refusals.ts'

/** The sentence for `{code, params}` from the wire; null if this program does not know them. */
export function hindiSentence(code: string, params: unknown): string | null {
  if (isRefusal(code)) {
    const read = readParams(code, params)
    return read && worded(refusalWords[code], read.params)
  }
  if (Object.hasOwn(complaints, code)) return complaintSentence({ code, params } as Complaint, complaintWords)
  return null
}

function isRefusal(code: string): code is RefusalCode {
  return Object.hasOwn(refusals, code)
}

const refusalWords: RefusalWords = {
  // the call itself
  malformed: 'अनुरोध पढ़ा नहीं जा सका।',
  unauthorized: 'कृपया फिर से साइन इन करें।',
  wrong_role: 'यह आपके खाते के लिए उपलब्ध नहीं है।',
  not_permitted: 'आपकी भूमिका में इसकी अनुमति नहीं है। ओनर आपकी भूमिकाएँ बदल सकता है।',
  not_found: 'नहीं मिला',
  too_large: 'अनुरोध बहुत बड़ा है।',
  unsupported_type: 'अनुरोध JSON में भेजें, और फ़ोटो मल्टीपार्ट फ़ॉर्म में।',
  invalid: 'कृपया चिह्नित फ़ील्ड जाँचें।',
  too_many_requests: ({ seconds }) => {
    const { count, unit } = waitOf(seconds)
    return count === 0
      ? 'बहुत बार कोशिश हुई। कृपया थोड़ा रुककर फिर कोशिश करें।'
      : `बहुत बार कोशिश हुई। कृपया ${count} ${unit === 'minute' ? 'मिनट' : 'घंटे'} बाद फिर कोशिश करें।`
  },
  internal: 'हमारी ओर से कुछ गड़बड़ हुई। कुछ भी बदला नहीं गया।',
  unavailable: 'सेवा अभी व्यस्त है। कृपया थोड़ी देर में फिर कोशिश करें।',
  key_reused: 'यह Idempotency-Key किसी और अनुरोध में इस्तेमाल हो चुकी है।',
  changed_meanwhile: (known) => {
    if (!known) return 'इस बीच यह बदल गया। कृपया फिर से देखें।'
    return `इस बीच ${known.by ? `${known.by} ने बदल दिया` : 'बदल गया'}, ${whenText(known.at, known.now)}`
  },
  date_doubted: 'हम आज की तारीख जाँच रहे हैं। आपका पैसा सुरक्षित है। कृपया बाद में फिर कोशिश करें।',

  // money
  insufficient_balance: 'बैलेंस काफ़ी नहीं है',
  money_frozen: 'आपकी निकासी और ट्रांसफ़र रोक दिए गए हैं। सहायता टीम से बात करें।',
  already_moved: 'यह पहले ही दर्ज हो चुका है।',
  balance_limit: 'इस रकम से खाते की अधिकतम सीमा पार हो जाएगी।',

  // auth
  wrong_credentials: 'ई-मेल या पासवर्ड गलत है',
  email_taken: 'यह ई-मेल पहले से रजिस्टर है।',
  phone_taken: 'यह फ़ोन नंबर पहले से रजिस्टर है।',
  referral_code_taken: 'यह रेफ़रल कोड किसी और यूज़र का है।',
  unknown_referral_code: 'यह रेफ़रल कोड सही नहीं है।',
  reset_link_dead: 'यह लिंक अब मान्य नहीं है। कृपया नया लिंक मँगाएँ।',
  passwords_differ: 'पासवर्ड मेल नहीं खाते',
  weak_password: 'यह पासवर्ड बहुत आम है। कृपया दूसरा चुनें।',
  password_unchanged: 'यह आपका मौजूदा पासवर्ड ही है। कृपया दूसरा चुनें।',
  account_inactive: 'यह खाता निष्क्रिय है। कृपया सहायता टीम से बात करें।',
  password_change_required: 'कृपया पहले नया पासवर्ड चुनें।',
  second_factor_required: 'अपने ऑथेंटिकेटर ऐप का कोड डालें।',
  second_factor_wrong: 'यह कोड सही नहीं है, या पहले इस्तेमाल हो चुका है।',
  fresh_code_required: 'इसके लिए आपके ऑथेंटिकेटर ऐप का नया कोड चाहिए।',
  second_factor_setup_required: 'पहले अपना दूसरा सुरक्षा चरण लगाएँ।',
  second_factor_active: 'आपका दूसरा सुरक्षा चरण पहले से लगा है। नया लगाने से पहले उसे हटाएँ।',
  second_factor_missing: 'कोई दूसरा सुरक्षा चरण नहीं लगा है।',
  own_second_factor_needed: 'पहले अपना दूसरा सुरक्षा चरण लगाएँ।',
  own_second_factor: 'अपना दूसरा सुरक्षा चरण सुरक्षा पेज पर हटाएँ।',
  contact_code_wrong: ({ left }) =>
    left === 0
      ? 'यह कोड सही नहीं है। अब यह काम नहीं करेगा: कृपया नया कोड मँगाएँ।'
      : `यह कोड सही नहीं है। ${left === 1 ? 'एक कोशिश बाकी है' : `${left} कोशिशें बाकी हैं`}।`,
  contact_code_dead: 'यह कोड अब काम नहीं करता। कृपया नया कोड मँगाएँ।',
  phone_by_identity: 'आपके फ़ोन नंबर की पुष्टि आपके पहचान पत्र से होती है।',
  email_unverified: 'कृपया पहले अपने ई-मेल पते की पुष्टि करें।',
  claim_link_dead: 'यह लिंक अब मान्य नहीं है। कृपया फिर से रजिस्टर करें।',
  wrong_current_password: 'मौजूदा पासवर्ड सही नहीं है।',

  // settings
  unknown_setting: 'ऐसी कोई सेटिंग नहीं है।',
  setting_out_of_range: 'यह मान तय सीमा से बाहर है।',

  // exports
  too_many_rows: ({ max }) =>
    `स्प्रेडशीट में ज़्यादा से ज़्यादा ${max.toLocaleString('en-IN')} पंक्तियाँ आती हैं। सूची छोटी करें, या CSV लें।`,

  // bank statements
  statement_unreadable: 'यह फ़ाइल पढ़ी नहीं जा सकी। इसे CSV या XLSX में सेव करके फिर कोशिश करें।',
  statement_too_large: 'यह फ़ाइल बहुत बड़ी है: ज़्यादा से ज़्यादा 5 MB, 20,000 पंक्तियाँ और 100 कॉलम।',
  statement_without_lines: 'इन कॉलम में तारीख और रकम वाली कोई पंक्ति नहीं मिली।',
  line_used: 'यह पंक्ति पहले ही मिलाई या अलग रखी जा चुकी है।',
  not_incoming: 'सिर्फ़ आए हुए पैसे से जमा मंज़ूर या भुगतान वापस हो सकता है।',
  deposit_on_line: 'यह जमा स्टेटमेंट की किसी दूसरी पंक्ति से मिल चुकी है।',
  unknown_deposit: 'ऐसी कोई जमा नहीं है।',
  no_such_payout: 'इतनी रकम का कोई भुगतान नहीं किया गया है।',
  payout_on_line: 'यह भुगतान किसी दूसरी पंक्ति से पहले ही वापस आ चुका है।',

  // payout batches
  not_by_bank: 'बैच में सिर्फ़ बैंक खाते वाली निकासी का भुगतान हो सकता है।',
  withdrawal_in_batch: 'यह निकासी पहले से किसी दूसरे खुले बैच में है।',
  batch_too_large: ({ limit }) => `एक बैच के लिए यह रकम ज़्यादा है: ज़्यादा से ज़्यादा ${formatRupees(limit)}।`,
  unknown_withdrawal: 'ऐसी कोई निकासी नहीं है।',
  nothing_to_take_over: 'इस बैच में अब ऐसा कुछ बाकी नहीं जिसका भुगतान उस एडमिन को करना हो।',
  nothing_to_pay: 'इस बैच में ऐसा कुछ बाकी नहीं जिसका भुगतान आपको करना हो।',
  result_without_rows: 'इस फ़ाइल में संदर्भ, स्थिति और रकम वाली कोई पंक्ति नहीं मिली।',
  with_bank: 'यह भुगतान बैंक के पास है और अब भी हो सकता है। बैंक का फ़ैसला आने तक यह आपके पास ही रहेगा।',
  payment_reported: ({ utr, batch }) =>
    `बैंक ने बताया है कि इस निकासी का भुगतान हो चुका है (${utr ? `UTR ${utr}` : 'बिना UTR'}, बैच #${batch})। इसे भुगतान किया हुआ दर्ज करें, या इसके रिकॉर्ड में वह सूचना ख़ारिज करें।`,
  payout_file_downloaded: ({ batch }) =>
    `बैच #${batch} की फ़ाइल डाउनलोड हो चुकी है। अगर बैंक के पास ऐसी कोई फ़ाइल नहीं जिसमें यह निकासी हो, तो इसे बैच से निकालें।`,
  not_in_batch: 'यह निकासी अब इस बैच में बाकी नहीं है।',

  // the close of a day
  day_not_over: 'दिन खत्म होने के पंद्रह मिनट बाद उस पर हस्ताक्षर किए जा सकते हैं।',
  day_closed: 'यह दिन पहले ही बंद हो चुका है।',
  day_out_of_order: ({ day }) => `पहले ${dayText(day)} को बंद करना होगा।`,
  day_interest_missing: 'इस दिन का ब्याज अभी दर्ज नहीं हुआ है। दर्ज होने पर फिर कोशिश करें।',
  day_figures_changed: 'आँकड़े बदल गए हैं। हस्ताक्षर करने से पहले उन्हें फिर देखें।',
  day_note_required: 'कुछ अंतरों का कारण या किसी खाते का स्टेटमेंट नहीं मिला है। इसके बारे में नोट लिखें।',
  day_signed_already: 'आप इस दिन पर हस्ताक्षर कर चुके हैं। अब किसी दूसरे एडमिन को भी करने होंगे।',

  // deposits and methods
  method_unavailable: 'यह भुगतान तरीका उपलब्ध नहीं है। कृपया दूसरा चुनें।',
  package_unavailable: 'यह पैकेज उपलब्ध नहीं है।',
  payee_unconfirmed: ({ ifsc }) => `IFSC ${ifsc} बैंकों की सूची में नहीं है। इसे बैंक के कागज़ों से मिला लें और पुष्टि करें कि यह सही है।`,
  loss_unconfirmed: (loss) =>
    'gain' in loss
      ? `जो यह पैकेज खरीदकर उसी दिन सब निकाल ले, उसे ${formatRupees(loss.gain)} का फ़ायदा होता है। कृपया इस नुकसान की पुष्टि करें।`
      : `इस शुल्क पर जो इनमें से कोई पैकेज खरीदकर उसी दिन सब निकाल ले, उसे इतना फ़ायदा होता है: ${loss.packages.map(({ name, gain }) => `${name} ${formatRupees(gain)}`).join(', ')}। कृपया इस नुकसान की पुष्टि करें।`,
  below_minimum: ({ of, minimum }) => {
    const least = { deposit: 'सबसे छोटी जमा', withdrawal: 'सबसे छोटी निकासी', investment: 'न्यूनतम रकम' }[of]
    return `${least} ${formatRupees(minimum)} है।`
  },
  above_maximum: ({ of, maximum }) => {
    const most = { deposit: 'सबसे बड़ी जमा', investment: 'अधिकतम रकम' }[of]
    return `${most} ${formatRupees(maximum)} है।`
  },
  reference_taken: 'यह ट्रांज़ैक्शन ID पहले ही भेजी जा चुकी है। इसे जाँचें, या अगर भुगतान आपका है, तो सहायता टीम से बात करें।',
  rate_moved: ({ rate }) => `USDT का रेट अब ${formatRupees(rate)} प्रति USDT है। कृपया रकम फिर से जाँचें।`,
  terms_moved: 'आपको दिखाए जाने के बाद शर्तें बदल गई हैं। कृपया फिर से जाँचें।',
  too_many_pending: 'आपके 5 अनुरोध जाँच में हैं। कृपया एक का फ़ैसला होने तक रुकें।',
  already_decided: ({ status, side, by, at, now }) => {
    const who = { admin: by && `${by} ने`, user: 'यूज़र ने', reader: 'आपने' }[side]
    const active = {
      approved: 'मंज़ूर कर दिया',
      rejected: 'नामंज़ूर कर दिया',
      cancelled: 'रद्द कर दिया',
      returned: 'लौटा हुआ दर्ज कर दिया',
      reversed: 'वापस ले लिया',
    }
    const passive = {
      approved: 'मंज़ूर हो चुका है',
      rejected: 'नामंज़ूर हो चुका है',
      cancelled: 'रद्द हो चुका है',
      returned: 'लौट चुका है',
      reversed: 'वापस लिया जा चुका है',
    }
    return `${who ? `${who} पहले ही ${active[status]}` : `पहले ही ${passive[status]}`}, ${whenText(at, now)}`
  },
  claimed_by_other: ({ by, at, now }) =>
    `${by} ${whenText(at, now)} से इसका भुगतान कर रहे हैं। फ़ैसला करने से पहले इसे अपने हाथ में लें।`,
  not_claimed: 'इसका भुगतान कोई नहीं कर रहा है।',
  being_paid: 'इस निकासी का भुगतान हो रहा है, अब इसे रद्द नहीं किया जा सकता।',
  reference_unreadable: 'संदर्भ में अक्षर या अंक होने चाहिए।',
  payout_reference_taken: 'यह संदर्भ पहले से किसी और निकासी के भुगतान पर है।',
  amount_required: 'रकम ज़रूरी है',
  rejection_note_required: 'नामंज़ूर करने के लिए नोट ज़रूरी है',
  differing_amount_note_required: 'माँगी गई रकम से अलग रकम के लिए नोट ज़रूरी है।',
  above_requested: ({ largest }) =>
    `इस अनुरोध में अधिकतम ${formatRupees(largest)} मंज़ूर किए जा सकते हैं। जिसने ज़्यादा भेजा है, वह नया अनुरोध करे।`,
  wallet_holds_less: ({ holds, missing }) =>
    `वॉलेट में ${formatRupees(holds)} हैं: इसे वापस लेने के लिए ${formatRupees(missing)} कम हैं।`,
  own_request: 'आप अपने अनुरोध पर, या जिस खाते ने आपको बुलाया या जिसे आपने बुलाया उसके अनुरोध पर, फ़ैसला नहीं कर सकते।',

  // proposals
  already_proposed: ({ by, at, now }) =>
    `${by} इसके लिए पहले ही एक प्रस्ताव रख चुके हैं, ${whenText(at, now)}। पहले उस पर फ़ैसला होना चाहिए।`,
  own_proposal: 'आपके प्रस्ताव पर फ़ैसला कोई दूसरा एडमिन करेगा।',
  may_not_decide: 'आपकी भूमिका में इसकी अनुमति नहीं है, इसलिए फ़ैसला कोई दूसरा एडमिन करेगा।',
  proposal_of_another: 'प्रस्ताव वही वापस ले सकता है जिसने रखा है।',
  proposal_closed: ({ status, by, at, now }) =>
    `${by} ने ${{ approved: 'पहले ही मंज़ूर कर दिया', declined: 'पहले ही नामंज़ूर कर दिया', withdrawn: 'वापस ले लिया', stale: 'मंज़ूर करना चाहा, पर यह अब नहीं हो सका' }[status]}, ${whenText(at, now)}`,
  proposer_left: 'जिस एडमिन ने प्रस्ताव रखा था, वे अब यह नहीं कर सकते।',
  act_refused: ({ code, params, message }) =>
    `कुछ नहीं बदला, और प्रस्ताव बंद हो गया: ${hindiSentence(code, params) ?? message}`,
  four_eyes_need_two: 'दोहरी मंज़ूरी चालू रहने तक दो सक्रिय ओनर होने चाहिए। पहले एक जोड़ें।',

  // plans and investments
  symbol_taken: 'यह चिह्न किसी और प्लान का है।',
  category_name_taken: 'इस नाम की श्रेणी पहले से है।',
  category_unavailable: 'यह श्रेणी उपलब्ध नहीं है।',
  plan_unavailable: 'यह प्लान उपलब्ध नहीं है।',
  already_invested: 'इस प्लान में आपका निवेश पहले से चल रहा है।',
  not_matured: ({ matures_on: on }) => `यह निवेश ${dayText(on)} को 00:00 बजे (भारतीय समय) पूरा होगा।`,
  already_claimed: ({ claimed_on: on }) => `इस निवेश की रकम ${dayText(on)} को पहले ही ली जा चुकी है।`,

  // kyc and uploads
  kyc_required: 'KYC जाँच ज़रूरी है',
  kyc_revoked: 'आपके दस्तावेज़ों की मंज़ूरी वापस ले ली गई है। अपनी प्रोफ़ाइल पर उन्हें फिर से भेजें।',
  owner_kyc_missing:
    'इस यूज़र की पहचान अब मंज़ूर नहीं है। पहले उनका कोई दस्तावेज़ मंज़ूर करें, या अगर कुछ भुगतान नहीं हुआ है तो निकासी नामंज़ूर करें।',
  kyc_open: 'आपके दस्तावेज़ पहले से जाँच में हैं या मंज़ूर हैं।',
  id_number_required: 'कृपया अपना सरकारी ID नंबर लिखें',
  aadhar_format: 'आधार नंबर 12 अंकों का होना चाहिए',
  pan_format: 'PAN नंबर का रूप सही नहीं है',
  images_required: 'कृपया सभी ज़रूरी फ़ोटो अपलोड करें',
  id_in_use: 'यह ID नंबर किसी और खाते में इस्तेमाल हो रहा है। अगर यह आपका है, तो सहायता टीम से बात करें।',
  image_unreadable: 'यह फ़ोटो पढ़ी नहीं जा सकी। JPEG, PNG या WebP फ़ोटो चुनें।',
  image_too_large: 'फ़ोटो बहुत बड़ी है। अधिकतम 5 MB और 25 मेगापिक्सेल रखें।',
  uploads_full: 'आपने बहुत सारी फ़ोटो अपलोड की हैं। इस्तेमाल न हुई फ़ोटो एक दिन बाद हट जाती हैं।',
  rejection_reason_required: 'नामंज़ूर करने का कारण ज़रूरी है',

  // withdrawals
  upi_required: 'कृपया UPI ID लिखें',
  usdt_address_required: 'कृपया USDT पता लिखें',
  usdt_address_wrong: 'यह TRC20 पता सही नहीं है। कृपया हर अक्षर जाँचें।',
  bank_details_required: 'कृपया बैंक की सारी जानकारी भरें',
  transaction_id_required: 'ट्रांज़ैक्शन ID ज़रूरी है',
  new_payee_limit: ({ limit, left }) =>
    `नए खातों में आप 24 घंटे में ज़्यादा से ज़्यादा ${formatRupees(limit)} निकाल सकते हैं; ${formatRupees(left)} बाकी हैं।`,
  requester_frozen: 'इस व्यक्ति का पैसा रोका गया है: जब तक कोई एडमिन रोक नहीं हटाता, कुछ भी भुगतान नहीं होगा।',
  withdrawals_paused: ({ until }) => `पासवर्ड, ई-मेल पता या फ़ोन नंबर बदलने के कारण निकासी ${momentText(until)} तक रुकी है।`,

  // transfers (BittPay)
  recipient_unknown: 'इस ई-मेल या फ़ोन वाला कोई सक्रिय यूज़र नहीं मिला।',
  recipient_self: 'आप खुद को पैसे नहीं भेज सकते।',
  otp_wrong: 'OTP गलत है या ट्रांसफ़र का समय समाप्त हो गया',
  transfer_limit: ({ limit, left }) =>
    `आप आज ${formatRupees(left)} और भेज सकते हैं। एक दिन की सीमा ${formatRupees(limit)} है।`,
  new_recipient_limit: ({ limit, left }) =>
    `नए लोगों को आप 24 घंटे में ज़्यादा से ज़्यादा ${formatRupees(limit)} भेज सकते हैं; ${formatRupees(left)} बाकी हैं।`,
  receiver_limit: 'यह व्यक्ति आज BittPay से इतना नहीं पा सकता। कम भेजें, या कल फिर कोशिश करें।',
  transfers_full: 'BittPay की आज की सीमा पूरी हो गई है। कृपया कल फिर कोशिश करें।',
  bittpay_paused: ({ until }) => `पासवर्ड, ई-मेल पता या फ़ोन नंबर बदलने के कारण BittPay ${momentText(until)} तक रुका है।`,
  bittpay_frozen: 'बहुत बार गलत कोड डालने से BittPay 24 घंटे के लिए रुका है।',

  // flexible (Earn)
  bonus_locked: 'वेलकम बोनस आप KYC और एक जमा के मंज़ूर होने के बाद निकाल सकते हैं।',
  bonus_had_before: 'वेलकम बोनस आपको दूसरे खाते पर मिल चुका है: यह बोनस और इसका ब्याज यहीं रहेगा।',

  // support
  too_many_conversations: ({ open }) => `${open} बातचीत पहले से खुली हैं। कृपया उन्हीं में से किसी में लिखें।`,
  contact_link_dead: 'यह लिंक अब काम नहीं करता। कृपया हमें फिर से लिखें।',
  answered_meanwhile: ({ by, at, now }) =>
    by
      ? `इस बीच ${by} ने जवाब दे दिया है, ${whenText(at, now)}। कृपया पहले उसे पढ़ें।`
      : `इस बीच नया संदेश आया है, ${whenText(at, now)}। कृपया पहले उसे पढ़ें।`,
  canned_title_taken: 'इस शीर्षक का एक और जवाब है।',

  // notifications
  already_recalled: 'इसे पहले ही वापस लिया जा चुका है।',

  // users
  nothing_in_earn: 'इस यूज़र के फ़्लेक्सिबल खाते से कुछ नहीं निकाला जा सकता।',
  not_assignable: 'यह काम सिर्फ़ किसी सक्रिय एडमिन को दिया जा सकता है।',
  account_holds_money: 'आपके खाते में अभी पैसे हैं। पहले उन्हें निकालें या भेजें। अगर रकम उसके लिए बहुत कम है, तो सहायता टीम को लिखें।',
  account_has_requests: 'आपका कोई अनुरोध अभी खुला है। उसके फ़ैसले का इंतज़ार करें, या उसे रद्द करें।',
  user_holds_money: 'इस यूज़र के पास अभी पैसे या लंबित अनुरोध हैं।',
  own_account: 'आप अपना खाता निष्क्रिय नहीं कर सकते और हटा भी नहीं सकते।',
  only_users_freeze: 'सिर्फ़ यूज़र का पैसा रोका जा सकता है। एडमिन को निष्क्रिय करें।',
  already_frozen: 'इस व्यक्ति का पैसा पहले से रुका है।',
  not_frozen: 'इस व्यक्ति का पैसा रुका नहीं है।',
  last_owner: 'एक सक्रिय ओनर ज़रूर रहना चाहिए। पहले किसी दूसरे एडमिन को ओनर बनाएँ।',
  balance_moved: 'यह फ़ॉर्म खोलने के बाद बैलेंस बदल गया है। कृपया फिर से जाँचें।',
}

const complaintWords: ComplaintWords = {
  required: 'यह फ़ील्ड भरना ज़रूरी है',
  amount_missing: 'रकम ज़रूरी है',
  transaction_id_missing: 'ट्रांज़ैक्शन ID ज़रूरी है',
  method_missing: 'भुगतान का तरीका चुनें',
  code_missing: 'कोड डालें',
  unknown_field: 'यह फ़ील्ड अनजान है',
  unfit: 'यह सही नहीं है',

  // text
  not_text: 'कुछ लिखें',
  too_short: ({ min }) => `कम से कम ${min} अक्षर लिखें`,
  too_long: ({ max }) => `अधिकतम ${max} अक्षर लिखें`,
  several_lines: 'इसे एक ही लाइन में लिखें',
  invisible_characters: 'अदृश्य अक्षर हटाएँ',
  joined_characters: 'इतने अक्षर और मात्राएँ एक साथ जोड़कर न लिखें',
  symbol: 'सिर्फ़ अंग्रेज़ी अक्षर, अंक, बिंदु और डैश लिखें, और कम से कम एक अक्षर या अंक ज़रूर हो',
  link: 'https:// से शुरू होने वाला पूरा लिंक लिखें',
  on_off: 'on या off लिखें',
  alert_way: 'off, panel या mail लिखें',
  line_too_long: ({ max }) => `हर लाइन में अधिकतम ${max} अक्षर लिखें`,
  email_within: 'जिसमें @ है, वह सही ई-मेल पता होना चाहिए',
  email: 'सही ई-मेल पता लिखें',
  phone: 'सही फ़ोन नंबर लिखें',
  contact: 'सही ई-मेल पता या फ़ोन नंबर लिखें',
  six_digits: '6 अंकों का कोड लिखें',
  upi_id: 'UPI ID का रूप name@bank होता है',
  account_number: '9 से 18 अंक लिखें',
  ifsc: 'IFSC में चार अक्षर, एक शून्य और छह अक्षर या अंक होते हैं',

  // numbers
  not_number: 'संख्या लिखें',
  number_range: ({ min, max }) => `${grouped(min)} से ${grouped(max)} तक की संख्या लिखें`,
  number_decimals: ({ max }) => `संख्या लिखें, दशमलव के बाद अधिकतम ${max} अंक`,
  number_max: ({ max }) => `अधिकतम ${max} लिखें`,
  decimals: ({ max }) => `दशमलव के बाद अधिकतम ${max} अंक लिखें`,
  whole: 'पूरी संख्या लिखें',
  whole_from_one: 'कम से कम 1 की पूरी संख्या लिखें',
  whole_range: ({ min, max }) => `${min} से ${max} तक की पूरी संख्या लिखें`,
  percent_range: ({ max }) => `0 से ${max} तक प्रतिशत लिखें`,
  days: 'दिनों की पूरी संख्या लिखें',
  days_range: ({ min, max }) => `${min} से ${max} तक दिनों की संख्या लिखें`,
  unknown_id: 'यह नंबर मौजूद नहीं है',
  too_many: ({ max }) => `ज़्यादा से ज़्यादा ${max} चुनें`,
  named_twice: 'हर एक का नाम एक ही बार लिखें',

  // money
  amount_decimals: 'दशमलव के बाद अधिकतम दो अंक लिखें',
  amount_range: '₹0 से ज़्यादा और अधिकतम ₹100,00,00,000 की रकम लिखें',
  amount_or_zero_range: '₹0 से ₹100,00,00,000 तक की रकम लिखें',
  money_range: 'यह रकम सीमा से बाहर है',
  usdt_range: '0 से बड़ी संख्या, दशमलव के बाद अधिकतम छह अंक',
  package_price: 'पैकेज का अपना दाम होता है',

  // time
  moment: 'तारीख और समय लिखें',
  day: 'तारीख लिखें',
  in_past: 'आने वाला समय चुनें।',
  end_before_start: 'अंत की तारीख शुरुआत से पहले है।',
  end_before_beginning: 'अंत की तारीख शुरुआत से पहले है।',
  range_too_long: 'ज़्यादा से ज़्यादा एक साल चुनें।',
  too_many_months: ({ max }) => `ज़्यादा से ज़्यादा ${max} महीने चुनें।`,

  // fields that must fit each other or the records
  maximum_below_minimum: 'अधिकतम रकम न्यूनतम से कम नहीं हो सकती',
  higher_below_lower: 'ऊपरी दाम निचले दाम से कम नहीं हो सकता',
  upper_below_bottom: 'ऊपरी बहाव निचले बहाव से कम नहीं हो सकता',
  unknown_user: 'ऐसा कोई यूज़र नहीं है।',
  image_missing: 'image नाम की एक फ़ाइल भेजें',
  unknown_page: 'सूची का यह पेज मौजूद नहीं है।',
}
