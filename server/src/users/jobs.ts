import { closedBy } from '@bittkosh/contract/profile'
import { dayOf } from '@bittkosh/contract/time'
import { transaction } from '../platform/database/database.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import type { PersonalTable } from '../platform/personal.ts'
import { closeAtRequest } from './ownClosing.ts'
import { askedToCloseBefore } from './queries.ts'

const NAME = 'account closing'

/**
 * Closes the accounts whose owners asked for it, each in a transaction of its own. One that fails is logged and tried again
 * the next night, not each minute: erasing reads the whole audit log.
 */
export const closeAsked = (everywhere: readonly PersonalTable[]): Job => ({
  name: NAME,
  cron: '35 3 * * *', // after the night's interest, so that nothing is still to come
  byDate: true,
  async run({ db, settings, log }, at) {
    const askedBefore = closedBy(dayOf(at))
    const closing = { askedBefore, settings: await settings.current(), everywhere }
    for (const user of await askedToCloseBefore(db, askedBefore))
      await transaction(db, (tx) => closeAtRequest(tx, at, { user, ...closing })).catch((err) =>
        log.error({ job: NAME, user, err }, 'an account could not be closed'),
      )
  },
})
