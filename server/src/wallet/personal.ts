import { sql } from '../platform/database/sql.ts'
import { FIGURES, type PersonalTable } from '../platform/personal.ts'

export const personal: PersonalTable[] = [
  {
    table: 'ledger_accounts',
    columns: ['user_id', 'holder'],
    exported: {
      as: 'balances',
      rows: (user) => sql`select kind, balance from ledger_accounts where holder = ${user} order by id`,
    },
    erased: FIGURES,
  },
  {
    table: 'ledger_entries',
    columns: [],
    exported: {
      as: 'ledger',
      rows: (user) => sql`
        select e.at, a.kind as account, t.kind as movement, e.amount, e.balance_after
          from ledger_entries e
          join ledger_accounts a on a.id = e.account_id
          join ledger_transfers t on t.id = e.transfer_id
         where a.holder = ${user}
         order by e.id`,
    },
    erased: FIGURES,
  },
  {
    table: 'wallet_ranks',
    columns: ['user_id'],
    exported: { withheld: 'a copy of the balance, for sorting a list' },
    erased: FIGURES,
  },
]
