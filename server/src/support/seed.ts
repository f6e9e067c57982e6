import type { Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

const answers = [
  {
    title: 'Deposit: send the UTR',
    en: 'We have not found your payment yet. Please send the 12-digit UTR from your UPI app, and a picture of the payment if you have one.',
    hi: 'हमें आपका भुगतान अभी नहीं मिला है। कृपया अपने UPI ऐप से 12 अंकों का UTR भेजें, और हो सके तो भुगतान की फ़ोटो भी।',
  },
  {
    title: 'Withdrawal: how long it takes',
    en: 'Your withdrawal is being checked. Once it is paid, the payment reference is on its receipt in your wallet.',
    hi: 'आपकी निकासी की जाँच हो रही है। भुगतान होते ही उसका संदर्भ आपके वॉलेट में रसीद पर दिखेगा।',
  },
  {
    title: 'KYC: photo unclear',
    en: 'The photo of your document cannot be read. Please take it again in daylight with all four corners visible, and submit it on your profile.',
    hi: 'आपके दस्तावेज़ की फ़ोटो पढ़ी नहीं जा रही। कृपया दिन की रोशनी में चारों कोनों के साथ फिर से फ़ोटो लें और अपनी प्रोफ़ाइल पर भेजें।',
  },
]

/** The saved answers of the very first start. */
export async function seedSamples(tx: Tx, at: Date): Promise<void> {
  for (const { title, en, hi } of answers)
    await sql`
      insert into canned_answers (title, text_en, text_hi, created_at) values (${title}, ${en}, ${hi}, ${at})`.execute(
      tx,
    )
}
