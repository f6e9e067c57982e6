import { CLOSING_DAYS } from '@bittkosh/contract/profile'
import { addDays, dayOf, startOfDay } from '@bittkosh/contract/time'
import { transaction } from '../platform/database/database.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import type { PersonalTable } from '../platform/personal.ts'
import { closeAtRequest } from './ownClosing.ts'
import { askedToCloseBefore } from './queries.ts'

/** Closes the accounts whose owners asked for it, each in a transaction of its own; one that fails is tried the next night. */
export const closeAsked = (everywhere: readonly PersonalTable[]): Job => ({
  name: 'account closing',
  cron: '35 3 * * *', // after the night's interest, so that nothing is still to come
  byDate: true,
  async run({ db, settings }, at) {
    const current = await settings.current()
    const failures: unknown[] = []
    for (const user of await askedToCloseBefore(db, startOfDay(addDays(dayOf(at), 1 - CLOSING_DAYS))))
      await transaction(db, (tx) => closeAtRequest(tx, at, { user, settings: current, everywhere })).catch((failure) =>
        failures.push(failure),
      )
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} accounts could not be closed`)
  },
})
