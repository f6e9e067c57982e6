-- Mails and short messages leave through one outbox: the same lease, the same waiting after a failure, the same end.
create table outbox (
  id integer generated always as identity primary key,
  channel text not null check (channel in ('mail', 'sms')),
  -- an e-mail address, or a phone number in E.164
  recipient text not null,
  subject text,
  -- emptied when sent or given up: a code must not outlive its message
  body text not null,
  created_at timestamptz not null,
  -- the next attempt; while a process is sending, the moment from which another may
  send_after timestamptz not null,
  -- a code or link that dies then is not sent after it
  useless_after timestamptz,
  attempts integer not null default 0,
  sent_at timestamptz,
  given_up_at timestamptz,
  check ((channel = 'mail') = (subject is not null))
);
insert into outbox (channel, recipient, subject, body, created_at, send_after, useless_after, attempts, sent_at, given_up_at)
select 'mail', recipient, subject, body, created_at, send_after, useless_after, attempts, sent_at, given_up_at
  from mails order by id;
insert into outbox (channel, recipient, body, created_at, send_after, useless_after, attempts, sent_at, given_up_at)
select 'sms', recipient, body, created_at, send_after, useless_after, attempts, sent_at,
       case when sent_at is null and body = '' then useless_after end
  from texts order by id;
drop table mails;
drop table texts;

-- the next messages to send, of each channel
create index outbox_waiting on outbox (channel, send_after) where sent_at is null and given_up_at is null;
