-- A notice of the program is a kind with values, worded in the language of whoever reads it (contract/notices.ts). What was
-- written before, and what admins write, keeps its text.
alter table notifications
  alter column title drop not null,
  alter column message drop not null,
  add column kind text,
  add column values jsonb,
  -- the record that its link opens; the kind says of what sort
  add column about integer,
  add constraint notifications_worded check (
    (kind is null) = (title is not null) and (kind is null) = (message is not null)
    and (kind is null) = (values is null) and (kind is not null or about is null)),
  add constraint notifications_kind_personal check (kind is null or user_id is not null);
