-- What the program or an admin tells users: to one user, or to all of them until it expires.

create table notifications (
  id integer generated always as identity primary key,
  -- null for a global one
  user_id integer references users on delete cascade,
  title text not null check (length(title) between 1 and 200),
  message text not null check (length(message) between 1 and 2000),
  type text not null check (type in ('info', 'success', 'warning', 'error')),
  created_at timestamptz not null,
  expires_at timestamptz,
  read_at timestamptz,
  constraint notifications_global_expire check ((user_id is null) = (expires_at is not null)),
  constraint notifications_global_unread check (user_id is not null or read_at is null)
);
-- a user's list, newest first
create index notifications_by_user on notifications (user_id, id desc);
-- the unread badge, polled every 10 seconds
create index notifications_unread on notifications (user_id) where read_at is null;

-- a global notification is read by each user for themselves
create table notification_reads (
  notification_id integer not null references notifications on delete cascade,
  user_id integer not null references users on delete cascade,
  read_at timestamptz not null,
  primary key (user_id, notification_id)
);
