-- What the program or an admin tells people: notices in the program, and the mails and short messages that it sends.

-- For one user, or for all of them until it expires. A notice of the program is a kind with values, worded in the reader's language
-- (contract/notices.ts); one that an admin writes is a title and a message.
create table notifications (
  id integer generated always as identity primary key,
  -- null for a global one
  user_id integer references users on delete cascade,
  title text check (length(title) between 1 and 200),
  message text check (length(message) between 1 and 2000),
  type text not null check (type in ('info', 'success', 'warning', 'error')),
  created_at timestamptz not null,
  expires_at timestamptz,
  read_at timestamptz,
  kind text,
  values jsonb,
  -- the record that its link opens, whose sort follows from the kind
  about integer,
  recalled_at timestamptz,
  -- what admins write, in Hindi; if empty, the English is shown (docs/decisions/0305-hindi-beside-the-english.md)
  title_hi text not null default '' check (length(title_hi) <= 200),
  message_hi text not null default '' check (length(message_hi) <= 2000),
  constraint notifications_global_expire check ((user_id is null) = (expires_at is not null)),
  constraint notifications_global_unread check (user_id is not null or read_at is null),
  constraint notifications_worded check (
    (kind is null) = (title is not null) and (kind is null) = (message is not null)
    and (kind is null) = (values is null) and (kind is not null or about is null)),
  constraint notifications_kind_personal check (kind is null or user_id is not null),
  constraint notifications_recalled check (recalled_at is null or user_id is null),
  constraint notifications_hindi check (kind is null or (title_hi = '' and message_hi = ''))
);
-- a user's list, newest first
create index notifications_by_user on notifications (user_id, id desc);
-- the unread badge, polled every 10 seconds
create index notifications_unread on notifications (user_id) where read_at is null;
-- the referral income of a month is one notice, which each further share of that month finds and raises
create unique index notifications_of_income on notifications (user_id, (values ->> 'month')) where kind = 'referral_income';
-- stored replies to polls depend on it (docs/polls.md)
create trigger notifications_noted_inserted after insert on notifications
  referencing new table as touched for each statement execute function note_changes_of_users();
create trigger notifications_noted_updated after update on notifications
  referencing new table as touched for each statement execute function note_changes_of_users();
create trigger notifications_noted_deleted after delete on notifications
  referencing old table as touched for each statement execute function note_changes_of_users();

-- Who has read a notice for all users.
create table notification_reads (
  notification_id integer not null references notifications on delete cascade,
  user_id integer not null references users on delete cascade,
  read_at timestamptz not null,
  primary key (user_id, notification_id)
);
create trigger notification_reads_noted_inserted after insert on notification_reads
  referencing new table as touched for each statement execute function note_changes_of_users();
create trigger notification_reads_noted_deleted after delete on notification_reads
  referencing old table as touched for each statement execute function note_changes_of_users();

-- Mails and short messages share one outbox, with the same lease, the same wait after a failure and the same end
-- (docs/decisions/0211-one-outbox.md).
create table outbox (
  id integer generated always as identity primary key,
  channel text not null check (channel in ('mail', 'sms')),
  -- an e-mail address, or a phone number in E.164
  recipient text not null,
  subject text,
  -- emptied when sent or given up: a code must not outlive its message
  body text not null,
  created_at timestamptz not null,
  -- the next attempt; while a process is sending it, the moment from which another may
  send_after timestamptz not null,
  -- when its code or link expires; it is not sent after that
  useless_after timestamptz,
  attempts integer not null default 0,
  sent_at timestamptz,
  given_up_at timestamptz,
  -- a user whom it names besides its recipient: the closing of their account erases it
  about integer,
  -- what it is about, so that a record shows whether its person was written to; kept when the text is emptied
  kind text,
  record_kind text,
  record_id integer,
  check ((channel = 'mail') = (subject is not null))
);
-- the messages about one record, shown beside it
create index outbox_by_record on outbox (record_kind, record_id) where record_id is not null;
-- the next messages of a channel to send
create index outbox_waiting on outbox (channel, send_after) where sent_at is null and given_up_at is null;
