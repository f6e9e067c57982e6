import { listAudit } from '@bittkosh/contract/audit'
import { recordLife } from '@bittkosh/contract/life'
import { waiting } from '@bittkosh/contract/statistics'

/** What a decision changes besides its queue. Otherwise the counts in the menu would wait for the next poll. */
export const afterDecision = [recordLife, listAudit, waiting]
