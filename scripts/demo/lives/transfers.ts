/** BittPay: mostly completed, some with a code that nobody typed in time or five wrong ones, the latest still open. */
import { paise, subtract } from '@bittkosh/contract/money'
import { quoteTransfer } from '@bittkosh/contract/transfers'
import { transferCompleted } from '../../../server/src/ledger/movements.ts'
import type { Person, Transfer } from './lives.ts'
import { partOf } from './payments.ts'
import { move, rowOf, tell, type Wave } from './wave.ts'

const CODE_MS = 300_000 // a code is good for so long

export function send(wave: Wave, person: Person): void {
  const { random, present, lives, catalogue } = wave
  const receiver = present[Math.floor(random() * present.length)]
  if (!receiver || receiver === person || !receiver.isActive) return
  const amount = partOf(random, { least: paise(10_000n), most: paise(person.wallet / 3n) })
  const feeRate = catalogue.settings.percent('transfer_fee_percentage')
  const { fee, total } = quoteTransfer({ amount, feeRate })
  if (total > person.wallet) return
  const transfer: Transfer = { ...rowOf(wave, person), receiver, amount, fee, status: 'completed' }
  end(wave, transfer)
  lives.transfers.push(transfer)
  if (transfer.status !== 'completed') return
  person.wallet = subtract(person.wallet, total)
  wave.incoming.push([receiver, amount])
  move(wave, () => transferCompleted({ id: transfer.id, sender: person.id, receiver: receiver.id, amount, fee }))
  const values = { sender: person.name, amount, note: transfer.note }
  tell(wave, receiver, () => ({ kind: 'transfer_received', values, about: transfer.id }))
}

/** Decides how it ended and when. */
function end({ random, at, isLast }: Wave, transfer: Transfer): void {
  const chance = random()
  if (isLast && chance < 0.3) {
    transfer.status = 'pending'
    transfer.at = new Date(at.getTime() - 30_000)
    return
  }
  transfer.status = chance < 0.8 ? 'completed' : chance < 0.92 ? 'expired' : 'failed'
  const lastedMs = transfer.status === 'expired' ? CODE_MS : 60_000 + Math.floor(random() * 120_000)
  transfer.decidedAt = new Date(transfer.at.getTime() + lastedMs)
}
