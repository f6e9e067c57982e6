/**
 * The sample terms and privacy notice that ship with the program, until the operator writes their own. They say that
 * they are samples.
 */
import type { Language } from '../language.ts'
import type { SitePage } from '../sitePages.ts'

export const samplePages: Record<SitePage, Record<Language, string>> = {
  terms: {
    en: `This is a sample. It ships with the program, binds nobody, and must be replaced by the operator's own terms before anyone uses this platform with real money.

# What the platform does
You open an account, prove who you are, add money, buy fixed-term plans or earn daily interest, send money to others and withdraw. Every fee and every result is shown before you confirm it, and every booking is on your statement.

# Money
Amounts are rupees. A plan pays what it said when you bought it. Prices marked as simulated do not come from any market.

# Fees
The fee for a withdrawal or transfer is shown before you confirm. It may change for later ones, never for one that you have made.

# Risk
Crypto products are unregulated and can be highly risky. There may be no regulatory recourse for a loss.

# Closing
You may ask for your account to be closed once it holds no money and nothing is pending. The privacy notice says what then happens to your data.`,
    hi: `यह एक नमूना है। यह प्रोग्राम के साथ आता है, किसी पर लागू नहीं होता, और असली पैसे से इस प्लेटफ़ॉर्म के इस्तेमाल से पहले संचालक को इसकी जगह अपनी शर्तें लिखनी हैं।

# प्लेटफ़ॉर्म क्या करता है
आप खाता खोलते हैं, अपनी पहचान देते हैं, पैसा जोड़ते हैं, तय अवधि के प्लान खरीदते हैं या रोज़ का ब्याज पाते हैं, दूसरों को पैसा भेजते हैं और निकालते हैं। हर शुल्क और हर नतीजा आपकी पुष्टि से पहले दिखता है, और हर लेन-देन आपके खाता विवरण में रहता है।

# पैसा
रकम रुपये में है। प्लान वही देता है, जो खरीदते समय बताया गया। जिन दामों को सिम्युलेटेड कहा गया है, वे किसी बाज़ार के नहीं हैं।

# शुल्क
निकासी और ट्रांसफ़र का शुल्क पुष्टि से पहले दिखता है। यह बाद वालों के लिए बदल सकता है, आपके किए हुए के लिए कभी नहीं।

# जोखिम
क्रिप्टो उत्पाद विनियमित नहीं हैं और बहुत जोखिम भरे हो सकते हैं। नुकसान होने पर शायद कोई नियामक मदद न मिले।

# खाता बंद करना
जब खाते में पैसा न हो और कुछ लंबित न हो, आप खाता बंद करने को कह सकते हैं। तब आपकी जानकारी का क्या होता है, यह निजता की सूचना में लिखा है।`,
  },
  privacy: {
    en: `This is a sample. It says what the program does by itself; the operator adds who they are, whom they share data with and why, and replaces it before anyone uses this platform with real money.

# What is kept
Your name, e-mail address, phone number and password (as a hash); your identity documents, encrypted; your bookings, requests and the accounts that we paid into for you; the devices that you sign in from; messages that were sent to you.

# Why
To run your account, to comply with the law against money laundering, and to keep others out of your account.

# Who sees it
You, and the admins whose job it is. Each view of an identity document is logged.

# How long
Sent messages 30 days, sign-ins until they end. When your account is closed, your name, contact details and what was written about you are erased; the bookings stay under a number. Identity documents are locked for five years, as the law requires, and then erased.

# What you can do
Download everything that is held about you: Profile, My data. Have mistakes corrected, or your account closed. Complain to the grievance officer named at the foot of each page.`,
    hi: `यह एक नमूना है। इसमें लिखा है कि प्रोग्राम अपने आप क्या करता है; संचालक इसमें जोड़े कि वह कौन है, जानकारी किसे और क्यों देता है, और असली पैसे से इस्तेमाल से पहले इसे बदल दे।

# क्या रखा जाता है
आपका नाम, ई-मेल पता, फ़ोन नंबर और पासवर्ड (हैश के रूप में); आपके पहचान के दस्तावेज़, एन्क्रिप्ट करके; आपके लेन-देन, अनुरोध और वे खाते जिनमें आपको भुगतान हुआ; वे डिवाइस जिनसे आप साइन इन करते हैं; आपको भेजे गए संदेश।

# क्यों
आपका खाता चलाने के लिए, मनी लॉन्ड्रिंग के कानून के लिए, और दूसरों को आपके खाते से दूर रखने के लिए।

# कौन देखता है
आप, और वे एडमिन जिनका यह काम है। पहचान के दस्तावेज़ को हर बार देखना दर्ज होता है।

# कितने समय तक
भेजे गए संदेश 30 दिन, साइन-इन खत्म होने तक। खाता बंद होने पर आपका नाम, संपर्क और आपके बारे में लिखा हुआ मिटा दिया जाता है; लेन-देन एक नंबर के नीचे रहते हैं। पहचान के दस्तावेज़ कानून के अनुसार पाँच साल ताले में रहते हैं, फिर मिटा दिए जाते हैं।

# आप क्या कर सकते हैं
आपके बारे में रखी सारी जानकारी डाउनलोड करें: प्रोफ़ाइल, मेरी जानकारी। गलत बात ठीक करवाएँ, या खाता बंद करवाएँ। शिकायत अधिकारी से शिकायत करें, जिनका नाम हर पेज के नीचे है।`,
  },
}
