import { addDays, dayOf } from '@bittkosh/contract/time'
import { transaction } from '../platform/database/database.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { matchAgain } from './matching.ts'
import { emptyOldLines, eraseLinesOfClosed } from './lineQueries.ts'

const SETTLED_LATELY_MS = 3 * 86_400_000
/** The Companies Act, section 128, requires books of account to be kept for eight years. */
const TEXTS_KEPT_DAYS = 8 * 366

/** Matches open lines again: requests arrive and are decided after their statement was imported. */
const matchStatements: Job = {
  name: 'statement matching',
  cron: '* * * * *',
  run: ({ db }, at) => transaction(db, (tx) => matchAgain(tx, { since: new Date(at.getTime() - SETTLED_LATELY_MS) })),
}

/** Empties payers and purposes once the books need no longer be kept, and those of accounts that are closed by now. */
const emptyStatements: Job = {
  name: 'statement texts',
  cron: '40 3 * * *',
  byDate: true,
  run: ({ db }, at) =>
    transaction(db, async (tx) => {
      await emptyOldLines(tx, addDays(dayOf(at), -TEXTS_KEPT_DAYS))
      await eraseLinesOfClosed(tx)
    }),
}

export const jobs: Job[] = [matchStatements, emptyStatements]
