/** The sample methods of the very first start: not real accounts, and labelled so. */
import type { Payee } from '@bittkosh/contract/methods'
import type { Tx } from '../platform/database/database.ts'
import { insertMethod } from './queries.ts'

const samples: { name: string; name_hi: string; instructions: string; instructions_hi: string; payee: Payee }[] = [
  {
    name: 'UPI',
    name_hi: 'UPI',
    instructions: 'Sample account: do not pay. Pay the exact amount, then enter the 12-digit UTR of the payment.',
    instructions_hi: 'नमूना खाता: इसमें भुगतान न करें। ठीक उतनी ही रकम भेजें, फिर भुगतान का 12 अंकों का UTR लिखें।',
    payee: {
      type: 'upi',
      details: { upi_id: 'sample@bittkosh', merchant_name: 'BittKosh Sample', qr_code_url: null },
    },
  },
  {
    name: 'Bank transfer',
    name_hi: 'बैंक ट्रांसफ़र',
    instructions: 'Sample account: do not pay. Transfer by IMPS, NEFT or RTGS, then enter the reference number.',
    instructions_hi: 'नमूना खाता: इसमें भुगतान न करें। IMPS, NEFT या RTGS से भेजें, फिर संदर्भ नंबर लिखें।',
    payee: {
      type: 'bank',
      details: {
        bank_name: 'Sample Bank',
        account_name: 'BittKosh Sample',
        account_number: '000000000000',
        ifsc_code: 'SAMP0000000',
        branch: 'Sample branch',
      },
    },
  },
  {
    name: 'USDT (TRC20)',
    name_hi: 'USDT (TRC20)',
    instructions: 'Sample address: do not pay. Send USDT on TRON (TRC20) only, then enter the transaction hash.',
    instructions_hi: 'नमूना पता: इस पर भुगतान न करें। USDT केवल TRON (TRC20) पर भेजें, फिर ट्रांज़ैक्शन का हैश लिखें।',
    // the zero address of TRON: its checksum is correct and it belongs to nobody
    payee: { type: 'crypto', details: { network: 'TRC20', address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' } },
  },
]

export async function seedSamples(tx: Tx, at: Date): Promise<void> {
  for (const sample of samples) await insertMethod(tx, at, { ...sample, isActive: true })
}
