import { type Invariant, invariant } from '../ledger/invariants.ts'
import { sql } from '../platform/database/sql.ts'

export const invariants: Invariant[] = [
  invariant(
    'every picture of a conversation is a kept file of its user, and every such file belongs to a message',
    sql`
      select 'message ' || m.id || ' names picture ' || p.id || ', which is no kept file of its user' as finding
        from conversation_messages m
        join conversations c on c.id = m.conversation_id
       cross join unnest(m.pictures) as p (id)
        left join files f on f.id = p.id and f.owner_id = c.user_id and f.state = 'kept' and f.purpose = 'conversation'
       where f.id is null
      union all
      select 'file ' || f.id || ' is kept but stands in no conversation' as finding
        from files f
       where f.state = 'kept' and f.purpose = 'conversation'
         and not exists (select from conversation_messages m join conversations c on c.id = m.conversation_id
                          where c.user_id = f.owner_id and f.id = any (m.pictures))
       limit 100`,
  ),
  invariant(
    'a conversation knows its newest message',
    sql`
      select 'conversation ' || c.id || ' is ' || c.status || ' with the newest message ' || c.last_message as finding
        from conversations c
        left join conversation_messages m on m.id = c.last_message and m.conversation_id = c.id
       where m.id is null or m.created_at <> c.last_at
          or exists (select from conversation_messages n where n.conversation_id = c.id and n.id > c.last_message)
       limit 100`,
  ),
]
