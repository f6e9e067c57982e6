-- Support as conversations: what users and visitors write, what the team answers, and ready-made answers. A visitor's message waits in
-- contact_requests until a link mailed to its address has been opened (docs/decisions/0295-visitors-write-by-mail.md).

create table conversations (
  id            integer primary key generated always as identity,
  -- null for a visitor, who has proven the address below
  user_id       integer references users (id),
  visitor_name  text,
  visitor_email text,
  -- of the page on which a visitor wrote; a user's language is on their own row
  visitor_language text check (visitor_language in ('en', 'hi')),
  -- the record that it is about
  about_kind    text
    check (about_kind in ('deposit', 'withdrawal', 'transfer', 'investment', 'flexible', 'adjustment', 'kyc')),
  about_id      integer,
  status        text not null check (status in ('open', 'waiting', 'closed')),
  assigned_to   integer references users (id),
  -- the newest message, and the newest that the person has read
  last_message  integer not null default 0,
  read_until    integer not null default 0,
  last_at       timestamptz not null,
  created_at    timestamptz not null,
  constraint conversations_whose check (
    (user_id is null) = (visitor_email is not null)
    and (visitor_email is null) = (visitor_name is null) and (visitor_email is null) = (visitor_language is null)),
  constraint conversations_about check ((about_kind is null) = (about_id is null) and (about_id is null or user_id is not null))
);
-- a user's conversations, the latest message first
create index conversations_by_user on conversations (user_id, last_at desc, id desc) where user_id is not null;
-- a visitor's open conversations, and erasing them
create index conversations_by_visitor on conversations (visitor_email) where visitor_email is not null;
-- the tabs of the inbox
create index conversations_by_status on conversations (status, last_at, id);
create index conversations_unassigned on conversations (last_at, id) where status <> 'closed' and assigned_to is null;
create index conversations_by_admin on conversations (assigned_to, last_at, id) where assigned_to is not null;
-- the inbox's search by visitors; the one by users begins with people
create index conversations_by_visitor_text on conversations
  using gin (visitor_name extensions.gin_trgm_ops, visitor_email extensions.gin_trgm_ops) where user_id is null;
create trigger conversations_counted after insert on conversations
  referencing new table as added for each statement execute function list_counts_add();
create trigger conversations_recounted after update of status on conversations
  for each row when (old.status <> new.status) execute function list_counts_move();
create trigger conversations_uncounted after delete on conversations
  for each row execute function list_counts_move();

create table conversation_messages (
  id              integer primary key generated always as identity,
  conversation_id integer not null references conversations (id) on delete cascade,
  -- the admin who answered; null for a message of the person
  admin_id        integer references users (id),
  text            text not null check (length(text) between 1 and 2000),
  pictures        text[] not null default '{}',
  created_at      timestamptz not null,
  constraint conversation_messages_pictures check (admin_id is null or pictures = '{}')
);
-- the messages of a conversation in order
create index conversation_messages_in_order on conversation_messages (conversation_id, id);
-- the inbox's search
create index conversation_messages_by_text on conversation_messages using gin (text extensions.gin_trgm_ops);

create table contact_requests (
  id         integer primary key generated always as identity,
  email      text not null,
  name       text not null,
  text       text not null check (length(text) between 1 and 2000),
  language   text not null check (language in ('en', 'hi')),
  -- SHA-256 of the token of the link that was mailed with this message; null if an earlier message's link is still recent
  token_hash bytea constraint contact_requests_token unique,
  created_at timestamptz not null
);
-- the messages of an address, which its link confirms
create index contact_requests_by_email on contact_requests (email, id);
-- deleting those that were never confirmed
create index contact_requests_by_age on contact_requests (created_at);

create table canned_answers (
  id         integer primary key generated always as identity,
  title      text not null constraint canned_title_taken unique,
  text_en    text not null check (text_en <> ''),
  text_hi    text not null check (text_hi <> ''),
  created_at timestamptz not null,
  updated_at timestamptz
);
