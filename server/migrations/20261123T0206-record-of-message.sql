-- What a mail or short message is about, so that a record tells whether its person was written to. Its kind and record stay
-- when its text is emptied; messages from before have neither.
-- Programs since 20261123T0154-hindi-texts go on.
alter table outbox
  add column kind text,
  add column record_kind text,
  add column record_id integer;
-- the messages of one record, beside it
create index outbox_by_record on outbox (record_kind, record_id) where record_id is not null;
