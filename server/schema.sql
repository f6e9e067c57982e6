-- Generated from server/migrations by `npm run schema`. Do not edit: write a migration.

create domain ledger_account_kind as text
  constraint ledger_accounts_kind check (value in ('wallet', 'flexible', 'invested', 'held', 'cash_upi', 'cash_bank', 'cash_crypto', 'fee_withdrawal', 'fee_transfer', 'expense_plan_profit', 'expense_flexible_interest', 'expense_package_bonus', 'expense_welcome_bonus', 'expense_referral', 'expense_adjustment'));

create table alert_mails (
  admin_id   integer not null,
  kind       text not null,
  through_id integer not null,
  mailed_at  timestamp with time zone not null,
  constraint alert_mails_pkey primary key (admin_id, kind),
  constraint alert_mails_admin_id_fkey foreign key (admin_id) references users(id) on delete cascade
);

create table alert_position (
  is_only  boolean not null default true,
  audit_id integer not null,
  constraint alert_position_pkey primary key (is_only),
  constraint alert_position_is_only_check check (is_only)
);

create table alert_seen (
  alert_id integer not null,
  admin_id integer not null,
  seen_at  timestamp with time zone not null,
  constraint alert_seen_pkey primary key (alert_id, admin_id),
  constraint alert_seen_admin_id_fkey foreign key (admin_id) references users(id) on delete cascade,
  constraint alert_seen_alert_id_fkey foreign key (alert_id) references alerts(id) on delete cascade
);
create trigger alert_seen_noted after insert or delete or update on alert_seen for each statement execute function note_change();

create table alerts (
  id         integer not null generated always as identity,
  kind       text not null,
  cause      text,
  subject_id integer,
  setting    text,
  amount     bigint,
  actor_id   integer,
  by_mail    boolean not null,
  opened_at  timestamp with time zone not null,
  ended_at   timestamp with time zone,
  for_id     integer,
  constraint alerts_pkey primary key (id),
  constraint alerts_once unique (kind, cause),
  constraint alerts_ended check ((ended_at is null) or (cause is null)),
  constraint alerts_actor_id_fkey foreign key (actor_id) references users(id) on delete set null,
  constraint alerts_for_id_fkey foreign key (for_id) references users(id) on delete cascade
);
create unique index alerts_open_state on alerts using btree (kind) where ((cause is null) and (ended_at is null));
create trigger alerts_noted after insert or delete or update on alerts for each statement execute function note_change();

create table assignments (
  subject     text not null,
  subject_id  integer not null,
  user_id     integer not null,
  assigned_to integer not null,
  admin_id    integer not null,
  created_at  timestamp with time zone not null,
  constraint assignments_pkey primary key (subject, subject_id),
  constraint assignments_subject_check check (subject in ('user', 'deposit', 'withdrawal', 'kyc')),
  constraint assignments_admin_id_fkey foreign key (admin_id) references users(id),
  constraint assignments_assigned_to_fkey foreign key (assigned_to) references users(id),
  constraint assignments_user_id_fkey foreign key (user_id) references users(id)
);
create index assignments_by_admin on assignments using btree (assigned_to);
create index assignments_by_user on assignments using btree (user_id);

create table attempts (
  name     text not null,
  failures integer not null,
  last_at  timestamp with time zone not null,
  constraint attempts_pkey primary key (name)
);
create index attempts_by_age on attempts using btree (last_at);

create table audit_counts (
  subject  text not null,
  action   text not null,
  admin_id integer not null,
  n        bigint not null,
  constraint audit_counts_pkey primary key (subject, action, admin_id)
) with (fillfactor=50);

create table audit_log (
  id          integer not null generated always as identity,
  at          timestamp with time zone not null,
  admin_id    integer,
  action      text not null,
  subject     text not null,
  subject_id  integer,
  address     text,
  before      jsonb,
  after       jsonb,
  reason      text,
  hash        bytea not null,
  approved_by integer,
  salt        bytea,
  erased_at   timestamp with time zone,
  constraint audit_log_pkey primary key (id),
  constraint audit_log_erased check ((erased_at is null) or (salt is null)),
  constraint audit_log_admin_id_fkey foreign key (admin_id) references users(id),
  constraint audit_log_approved_by_fkey foreign key (approved_by) references users(id)
);
create index audit_log_by_action on audit_log using btree (subject, action, id desc) include (admin_id);
create index audit_log_by_admin on audit_log using btree (admin_id, id desc);
create index audit_log_by_day on audit_log using btree (at);
create index audit_log_by_subject on audit_log using btree (subject, subject_id, id desc);
create trigger audit_log_append_only before delete or update on audit_log for each row execute function audit_log_keep();
create trigger audit_log_counted after insert on audit_log referencing new table as added for each statement execute function audit_counts_add();
create trigger audit_log_no_truncate before truncate on audit_log for each statement execute function refuse_change();

create table audit_marks (
  block  integer not null,
  before bigint not null,
  constraint audit_marks_pkey primary key (block),
  constraint audit_marks_before unique (before)
);

create table audit_seals (
  through     integer not null,
  sealed_at   timestamp with time zone not null,
  hash        bytea not null,
  sealed_hash bytea not null,
  constraint audit_seals_pkey primary key (through)
);
create trigger audit_seals_append_only before delete or update of through, sealed_at, hash on audit_seals for each row execute function refuse_change();
create trigger audit_seals_no_truncate before truncate on audit_seals for each statement execute function refuse_change();

create table balance_adjustments (
  id         integer not null generated always as identity,
  user_id    integer not null,
  change     bigint not null,
  reason     text,
  admin_id   integer,
  created_at timestamp with time zone not null,
  number     text not null default record_number(),
  constraint balance_adjustments_pkey primary key (id),
  constraint balance_adjustments_change_check check (change <> 0),
  constraint balance_adjustments_admin_id_fkey foreign key (admin_id) references users(id),
  constraint balance_adjustments_user_id_fkey foreign key (user_id) references users(id)
);
create index balance_adjustments_by_user on balance_adjustments using btree (user_id, created_at desc, id desc);
create unique index balance_adjustments_by_number on balance_adjustments using btree (number);

create table balance_packages (
  id             integer not null generated always as identity,
  name           text not null,
  amount         bigint not null,
  bonus_ppm      bigint not null,
  description    text not null,
  is_active      boolean not null default true,
  sort_order     integer not null,
  archived_at    timestamp with time zone,
  created_at     timestamp with time zone not null,
  updated_at     timestamp with time zone not null,
  name_hi        text not null default '',
  description_hi text not null default '',
  constraint balance_packages_pkey primary key (id),
  constraint balance_packages_amount check (amount > 0),
  constraint balance_packages_bonus check (bonus_ppm >= 0),
  constraint balance_packages_name_check check ((length(name) >= 1) and (length(name) <= 100)),
  constraint balance_packages_name_hi_check check (length(name_hi) <= 100),
  constraint balance_packages_order check (sort_order >= 1)
);

create table balance_transfers (
  id              integer not null generated always as identity,
  sender_id       integer not null,
  receiver_id     integer not null,
  amount          bigint not null,
  fee             bigint not null,
  fee_rate_ppm    bigint not null,
  note            text,
  receiver_masked text not null,
  status          text not null default 'pending',
  otp_hash        bytea,
  wrong_codes     integer not null default 0,
  otp_expires_at  timestamp with time zone not null,
  created_at      timestamp with time zone not null,
  ended_at        timestamp with time zone,
  failure         text,
  number          text not null default record_number(),
  constraint balance_transfers_pkey primary key (id),
  constraint balance_transfers_amount_check check (amount > 0),
  constraint balance_transfers_code_dies check ((status = 'pending') or (otp_hash is null)),
  constraint balance_transfers_ended check ((status = 'pending') = (ended_at is null)),
  constraint balance_transfers_failure check ((failure is null) or ((status = 'failed') and (failure in ('wrong_codes', 'recipient_inactive', 'insufficient_balance', 'over_limit')))),
  constraint balance_transfers_fee_check check (fee >= 0),
  constraint balance_transfers_not_self check (sender_id <> receiver_id),
  constraint balance_transfers_note_check check ((length(note) >= 1) and (length(note) <= 500)),
  constraint balance_transfers_status check (status in ('pending', 'completed', 'failed', 'expired')),
  constraint balance_transfers_tries check ((wrong_codes >= 0) and (wrong_codes <= 5)),
  constraint balance_transfers_receiver_id_fkey foreign key (receiver_id) references users(id),
  constraint balance_transfers_sender_id_fkey foreign key (sender_id) references users(id)
);
create index balance_transfers_by_amount on balance_transfers using btree (amount, id);
create index balance_transfers_by_day on balance_transfers using btree (created_at, id);
create index balance_transfers_by_note on balance_transfers using gin (note extensions.gin_trgm_ops) where (note is not null);
create index balance_transfers_by_pair on balance_transfers using btree (sender_id, receiver_id, ended_at) where (status = 'completed');
create index balance_transfers_by_receiver on balance_transfers using btree (receiver_id, ended_at desc, id desc) where (status = 'completed');
create index balance_transfers_by_sender on balance_transfers using btree (sender_id, created_at desc, id desc);
create index balance_transfers_by_status on balance_transfers using btree (status, id desc);
create index balance_transfers_open_until on balance_transfers using btree (otp_expires_at) where (status = 'pending');
create index balance_transfers_unfinished on balance_transfers using btree (receiver_id) where (status <> 'completed');
create unique index balance_transfers_by_number on balance_transfers using btree (number);
create unique index balance_transfers_open on balance_transfers using btree (sender_id) where (status = 'pending');
create trigger balance_transfers_counted after insert on balance_transfers for each row when ((new.status in ('failed', 'expired'))) execute function list_counts_add_one();
create trigger balance_transfers_recounted after update of status on balance_transfers for each row when (((new.status in ('failed', 'expired')) and (old.status <> new.status))) execute function list_counts_add_one();
create trigger balance_transfers_resummed after update of status on balance_transfers for each row when (((new.status = 'completed') and (old.status <> 'completed'))) execute function transfer_days_add();
create trigger balance_transfers_summed after insert on balance_transfers for each row when ((new.status = 'completed')) execute function transfer_days_add();

create table bank_statements (
  id              integer not null generated always as identity,
  account_id      integer not null,
  file_name       text not null,
  file_hash       bytea not null,
  format          text not null,
  first_day       date not null,
  last_day        date not null,
  opening_balance bigint,
  closing_balance bigint,
  sum_in          bigint not null,
  sum_out         bigint not null,
  lines           integer not null,
  added           integer not null,
  imported_by     integer not null,
  imported_at     timestamp with time zone not null,
  constraint bank_statements_pkey primary key (id),
  constraint bank_statements_once unique (account_id, file_hash),
  constraint bank_statements_format check (format in ('csv', 'xlsx')),
  constraint bank_statements_lines check ((lines > 0) and ((added >= 0) and (added <= lines))),
  constraint bank_statements_period check (first_day <= last_day),
  constraint bank_statements_sums check ((sum_in >= 0) and (sum_out >= 0)),
  constraint bank_statements_account_id_fkey foreign key (account_id) references statement_accounts(id),
  constraint bank_statements_imported_by_fkey foreign key (imported_by) references users(id)
);
create index bank_statements_by_account on bank_statements using btree (account_id, last_day);
create index bank_statements_by_moment on bank_statements using btree (imported_at, id);

create table batched_payouts (
  batch_id      integer not null,
  withdrawal_id integer not null,
  amount        bigint not null,
  outcome       text not null default 'waiting',
  outcome_at    timestamp with time zone,
  constraint batched_payouts_pkey primary key (batch_id, withdrawal_id),
  constraint batched_payouts_amount check (amount > 0),
  constraint batched_payouts_outcome check (outcome in ('waiting', 'unknown', 'refused', 'taken_out')),
  constraint batched_payouts_outcome_at check ((outcome = 'waiting') = (outcome_at is null)),
  constraint batched_payouts_batch_id_fkey foreign key (batch_id) references payout_batches(id),
  constraint batched_payouts_withdrawal_id_fkey foreign key (withdrawal_id) references withdrawals(id)
);
create index batched_payouts_by_withdrawal on batched_payouts using btree (withdrawal_id, batch_id);
create unique index withdrawal_in_batch on batched_payouts using btree (withdrawal_id) where (outcome in ('waiting', 'unknown'));

create table canned_answers (
  id         integer not null generated always as identity,
  title      text not null,
  text_en    text not null,
  text_hi    text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint canned_answers_pkey primary key (id),
  constraint canned_title_taken unique (title),
  constraint canned_answers_text_en_check check (text_en <> ''),
  constraint canned_answers_text_hi_check check (text_hi <> '')
);

create unlogged table changes (
  xid    xid8 not null default pg_current_xact_id(),
  people integer[],
  at     timestamp with time zone not null default clock_timestamp()
);
create index changes_by_xid on changes using btree (xid);

create table contact_codes (
  id          integer not null generated always as identity,
  user_id     integer not null,
  channel     text not null,
  code_hash   bytea not null,
  wrong_codes integer not null default 0,
  created_at  timestamp with time zone not null,
  expires_at  timestamp with time zone not null,
  constraint contact_codes_pkey primary key (id),
  constraint contact_codes_channel check (channel in ('email', 'phone')),
  constraint contact_codes_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index contact_codes_by_user on contact_codes using btree (user_id, channel, created_at);

create table contact_requests (
  id         integer not null generated always as identity,
  email      text not null,
  name       text not null,
  text       text not null,
  language   text not null,
  token_hash bytea,
  created_at timestamp with time zone not null,
  constraint contact_requests_pkey primary key (id),
  constraint contact_requests_token unique (token_hash),
  constraint contact_requests_language_check check (language in ('en', 'hi')),
  constraint contact_requests_text_check check ((length(text) >= 1) and (length(text) <= 2000))
);
create index contact_requests_by_age on contact_requests using btree (created_at);
create index contact_requests_by_email on contact_requests using btree (email, id);

create table conversation_messages (
  id              integer not null generated always as identity,
  conversation_id integer not null,
  admin_id        integer,
  text            text not null,
  pictures        text[] not null default '{}'::text[],
  created_at      timestamp with time zone not null,
  constraint conversation_messages_pkey primary key (id),
  constraint conversation_messages_pictures check ((admin_id is null) or (pictures = '{}'::text[])),
  constraint conversation_messages_text_check check ((length(text) >= 1) and (length(text) <= 2000)),
  constraint conversation_messages_admin_id_fkey foreign key (admin_id) references users(id),
  constraint conversation_messages_conversation_id_fkey foreign key (conversation_id) references conversations(id) on delete cascade
);
create index conversation_messages_by_text on conversation_messages using gin (text extensions.gin_trgm_ops);
create index conversation_messages_in_order on conversation_messages using btree (conversation_id, id);

create table conversations (
  id               integer not null generated always as identity,
  user_id          integer,
  visitor_name     text,
  visitor_email    text,
  visitor_language text,
  about_kind       text,
  about_id         integer,
  status           text not null,
  assigned_to      integer,
  last_message     integer not null default 0,
  read_until       integer not null default 0,
  last_at          timestamp with time zone not null,
  created_at       timestamp with time zone not null,
  constraint conversations_pkey primary key (id),
  constraint conversations_about check (((about_kind is null) = (about_id is null)) and ((about_id is null) or (user_id is not null))),
  constraint conversations_about_kind_check check (about_kind in ('deposit', 'withdrawal', 'transfer', 'investment', 'flexible', 'adjustment', 'kyc')),
  constraint conversations_status_check check (status in ('open', 'waiting', 'closed')),
  constraint conversations_visitor_language_check check (visitor_language in ('en', 'hi')),
  constraint conversations_whose check (((user_id is null) = (visitor_email is not null)) and ((visitor_email is null) = (visitor_name is null)) and ((visitor_email is null) = (visitor_language is null))),
  constraint conversations_assigned_to_fkey foreign key (assigned_to) references users(id),
  constraint conversations_user_id_fkey foreign key (user_id) references users(id)
);
create index conversations_by_admin on conversations using btree (assigned_to, last_at, id) where (assigned_to is not null);
create index conversations_by_status on conversations using btree (status, last_at, id);
create index conversations_by_user on conversations using btree (user_id, last_at desc, id desc) where (user_id is not null);
create index conversations_by_visitor on conversations using btree (visitor_email) where (visitor_email is not null);
create index conversations_by_visitor_text on conversations using gin (visitor_name extensions.gin_trgm_ops, visitor_email extensions.gin_trgm_ops) where (user_id is null);
create index conversations_unassigned on conversations using btree (last_at, id) where ((status <> 'closed') and (assigned_to is null));
create trigger conversations_counted after insert on conversations referencing new table as added for each statement execute function list_counts_add();
create trigger conversations_recounted after update of status on conversations for each row when ((old.status <> new.status)) execute function list_counts_move();
create trigger conversations_uncounted after delete on conversations for each row execute function list_counts_move();

create table day_closings (
  day            date not null,
  figures        jsonb not null,
  digest         bytea not null,
  difference     bigint not null,
  open_reasons   integer not null,
  first_by       integer not null,
  first_at       timestamp with time zone not null,
  first_note     text,
  second_by      integer,
  second_at      timestamp with time zone,
  second_note    text,
  ledger_through bigint,
  seal_through   bigint,
  seal_head      bytea,
  constraint day_closings_pkey primary key (day),
  constraint day_closings_closed check (((second_by is null) = (second_at is null)) and ((second_by is null) = (ledger_through is null)) and ((seal_through is null) = (seal_head is null)) and ((second_by is not null) or (seal_through is null))),
  constraint day_closings_two_admins check (second_by <> first_by),
  constraint day_closings_first_by_fkey foreign key (first_by) references users(id),
  constraint day_closings_second_by_fkey foreign key (second_by) references users(id)
);
create trigger day_closings_no_truncate before truncate on day_closings for each statement execute function refuse_change();
create trigger day_closings_stay before delete or update on day_closings for each row execute function day_closings_stay();

create table decided_months (
  month  date not null,
  work   text not null,
  admins jsonb not null,
  constraint decided_months_pkey primary key (month, work),
  constraint decided_months_work check (work in ('deposits', 'withdrawals', 'kyc', 'reversals'))
);

create table deposit_cohorts (
  registered date not null,
  approved   date not null,
  slot       smallint not null,
  amount     bigint not null,
  people     integer not null,
  constraint deposit_cohorts_pkey primary key (registered, approved, slot)
) with (fillfactor=50);

create table deposit_methods (
  id              integer not null generated always as identity,
  name            text not null,
  type            text not null,
  instructions    text not null,
  details         jsonb not null,
  is_active       boolean not null default true,
  created_at      timestamp with time zone not null,
  updated_at      timestamp with time zone not null,
  name_hi         text not null default '',
  instructions_hi text not null default '',
  payee_since     timestamp with time zone not null default date_trunc('milliseconds', now()),
  constraint deposit_methods_pkey primary key (id),
  constraint deposit_methods_name_check check ((length(name) >= 1) and (length(name) <= 100)),
  constraint deposit_methods_name_hi_check check (length(name_hi) <= 100),
  constraint deposit_methods_type check (type in ('upi', 'bank', 'crypto'))
);
create trigger method_keep_payee before update on deposit_methods for each row when (((new.type is distinct from old.type) or (new.details is distinct from old.details))) execute function method_keep_payee();

create table deposits (
  id                    integer not null generated always as identity,
  user_id               integer not null,
  method_id             integer not null,
  method_name           text not null,
  payee                 jsonb not null,
  type                  text not null,
  requested_amount      bigint not null,
  approved_amount       bigint,
  package_id            integer,
  package_name          text,
  bonus_ppm             bigint,
  bonus                 bigint not null default 0,
  transaction_id        text not null,
  reference_key         text not null,
  usdt_amount           bigint,
  usdt_rate             bigint,
  usdt_rate_is_fallback boolean not null default false,
  status                text not null default 'pending',
  admin_note            text,
  created_at            timestamp with time zone not null,
  decided_at            timestamp with time zone,
  decided_by            integer,
  rejection_preset      text,
  reversed_at           timestamp with time zone,
  reversal_reason       text,
  reference_freed       boolean not null default false,
  number                text not null default record_number(),
  method_name_hi        text not null default '',
  package_name_hi       text not null default '',
  payee_since           timestamp with time zone,
  constraint deposits_pkey primary key (id),
  constraint deposits_approved check (approved_amount > 0),
  constraint deposits_bonus check (bonus >= 0),
  constraint deposits_bonus_of_package check ((bonus = 0) or ((package_id is not null) and (status in ('approved', 'reversed')))),
  constraint deposits_decided check (((status = 'pending') = (decided_at is null)) and ((status = 'pending') = (decided_by is null)) and ((status in ('approved', 'reversed')) = (approved_amount is not null)) and ((status <> 'rejected') or (admin_note is not null) or (rejection_preset is not null))),
  constraint deposits_package check (((package_id is null) = (bonus_ppm is null)) and ((package_id is null) = (package_name is null))),
  constraint deposits_preset check ((rejection_preset is null) or (status = 'rejected')),
  constraint deposits_rate check (usdt_rate > 0),
  constraint deposits_reference_key_check check (reference_key <> ''),
  constraint deposits_requested check (requested_amount > 0),
  constraint deposits_reversed check (((status = 'reversed') = (reversed_at is not null)) and ((reversed_at is null) = (reversal_reason is null)) and ((status = 'reversed') or (not reference_freed))),
  constraint deposits_status check (status in ('pending', 'approved', 'rejected', 'reversed')),
  constraint deposits_type check (type in ('upi', 'bank', 'crypto')),
  constraint deposits_usdt check ((type = 'crypto') = (usdt_rate is not null)),
  constraint deposits_decided_by_fkey foreign key (decided_by) references users(id),
  constraint deposits_method_id_fkey foreign key (method_id) references deposit_methods(id),
  constraint deposits_package_id_fkey foreign key (package_id) references balance_packages(id),
  constraint deposits_user_id_fkey foreign key (user_id) references users(id)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02);
create index deposits_bonus_by_user on deposits using btree (user_id, created_at desc, id desc) where (bonus > 0);
create index deposits_by_amount on deposits using btree (requested_amount, id);
create index deposits_by_decided on deposits using btree (decided_at) where (decided_by is not null);
create index deposits_by_decision on deposits using btree (decided_at) where (status = 'approved');
create index deposits_by_moment on deposits using btree (created_at, id);
create index deposits_by_package on deposits using btree (package_id) where (package_id is not null);
create index deposits_by_reference on deposits using btree (reference_key);
create index deposits_by_status on deposits using btree (status, created_at, id);
create index deposits_by_status_amount on deposits using btree (status, requested_amount, id);
create index deposits_by_text on deposits using gin (transaction_id extensions.gin_trgm_ops);
create index deposits_by_user on deposits using btree (user_id, created_at desc, id desc) include (status);
create index deposits_reversed_by_user on deposits using btree (user_id, reversed_at desc, id desc) where (reversed_at is not null);
create unique index deposits_by_number on deposits using btree (number);
create unique index reference_taken on deposits using btree (reference_key) where ((status <> 'rejected') and (not reference_freed));
create trigger deposits_cohorts_added after insert on deposits for each row when ((new.status = 'approved')) execute function deposit_cohorts_move();
create trigger deposits_cohorts_moved after update of status on deposits for each row when (((new.status = 'approved') <> (old.status = 'approved'))) execute function deposit_cohorts_move();
create trigger deposits_counted after insert on deposits referencing new table as added for each statement execute function list_counts_add();
create trigger deposits_decided after insert on deposits for each row when ((new.decided_at is not null)) execute function decided_months_forget('deposits');
create trigger deposits_noted after insert or delete or update on deposits for each statement execute function note_change();
create trigger deposits_recounted after update of status on deposits for each row when ((old.status <> new.status)) execute function list_counts_move();
create trigger deposits_redecided after update of decided_at, decided_by, reversed_at on deposits for each row execute function decided_months_forget('deposits');

create table dev_clock (
  only_row  boolean not null default true,
  offset_ms bigint not null,
  constraint dev_clock_pkey primary key (only_row),
  constraint dev_clock_only_row_check check (only_row)
);

create table email_claims (
  id           integer not null generated always as identity,
  email        text not null,
  language     text not null,
  requested_at timestamp with time zone not null,
  token_hash   bytea,
  expires_at   timestamp with time zone,
  used_at      timestamp with time zone,
  constraint email_claims_pkey primary key (id),
  constraint email_claims_token unique (token_hash)
);
create index email_claims_by_email on email_claims using btree (email);

create table files (
  id         text not null,
  owner_id   integer not null,
  bytes      integer not null,
  sealed_key bytea not null,
  state      text not null,
  created_at timestamp with time zone not null,
  purpose    text not null default 'identity',
  constraint files_pkey primary key (id),
  constraint files_bytes_check check (bytes > 0),
  constraint files_id check (length(id) = 22),
  constraint files_purpose_check check (purpose in ('identity', 'conversation', 'payee')),
  constraint files_state check (state in ('writing', 'stored', 'kept', 'doomed')),
  constraint files_owner_id_fkey foreign key (owner_id) references users(id)
);
create index files_by_owner on files using btree (owner_id);
create index files_unused on files using btree (created_at) where (state <> 'kept');

create table flags (
  subject    text not null,
  subject_id integer not null,
  kind       text not null,
  user_id    integer not null,
  admin_id   integer not null,
  created_at timestamp with time zone not null,
  constraint flags_pkey primary key (subject, subject_id, kind),
  constraint flags_kind_check check (kind in ('watch', 'fraud', 'vip', 'called')),
  constraint flags_subject_check check (subject in ('user', 'deposit', 'withdrawal', 'kyc')),
  constraint flags_admin_id_fkey foreign key (admin_id) references users(id),
  constraint flags_user_id_fkey foreign key (user_id) references users(id)
);
create index flags_by_user on flags using btree (user_id);

create table flexible_accounts (
  user_id        integer not null,
  principal      bigint not null,
  bonus          bigint not null default 0,
  paid_in        bigint not null,
  bonus_released boolean not null default false,
  constraint flexible_accounts_pkey primary key (user_id),
  constraint flexible_accounts_bonus_check check (bonus >= 0),
  constraint flexible_accounts_principal check (principal >= 0),
  constraint flexible_accounts_user_id_fkey foreign key (user_id) references users(id)
);

create table flexible_interest (
  user_id       integer not null,
  at            timestamp with time zone not null,
  eligible      bigint not null,
  rate_ppm      bigint not null,
  posted        bigint not null,
  carried       bigint not null,
  balance_after bigint not null,
  constraint flexible_interest_once primary key (user_id, at),
  constraint flexible_interest_carried_check check ((carried >= 0) and (carried < 1000000)),
  constraint flexible_interest_day_end check (((at at time zone 'UTC'))::time without time zone = '18:29:59.999'::time without time zone),
  constraint flexible_interest_eligible_check check (eligible >= 0),
  constraint flexible_interest_posted_check check (posted >= 0),
  constraint flexible_interest_rate_ppm_check check (rate_ppm >= 0)
);
create trigger flexible_interest_append_only before delete or update on flexible_interest for each row execute function refuse_change();
create trigger flexible_interest_no_truncate before truncate on flexible_interest for each statement execute function refuse_change();

create table flexible_movements (
  id            integer not null generated always as identity,
  user_id       integer not null,
  type          text not null,
  amount        bigint not null,
  balance_after bigint not null,
  created_at    timestamp with time zone not null,
  number        text not null default record_number(),
  constraint flexible_movements_pkey primary key (id),
  constraint flexible_movements_amount_check check (amount > 0),
  constraint flexible_movements_balance_after_check check (balance_after >= 0),
  constraint flexible_movements_type check (type in ('deposit', 'withdraw', 'taken_back')),
  constraint flexible_movements_user_id_fkey foreign key (user_id) references users(id)
);
create index flexible_movements_by_kind on flexible_movements using btree (user_id, type, created_at desc, id desc);
create unique index flexible_movements_by_number on flexible_movements using btree (number);

create table flexible_rates (
  day      date not null,
  rate_ppm bigint not null,
  constraint flexible_rates_pkey primary key (day),
  constraint flexible_rates_rate_ppm_check check (rate_ppm >= 0)
);
create trigger flexible_rates_no_truncate before truncate on flexible_rates for each statement execute function refuse_change();
create trigger flexible_rates_posted before insert or delete or update on flexible_rates for each row execute function flexible_guard_rates();

create table former_payees (
  method_id integer not null,
  since     timestamp with time zone not null,
  payee     jsonb not null,
  name      text not null,
  name_hi   text not null,
  constraint former_payees_pkey primary key (method_id, since),
  constraint former_payees_method_id_fkey foreign key (method_id) references deposit_methods(id)
);
create trigger former_payees_append_only before delete or update on former_payees for each row execute function refuse_change();
create trigger former_payees_no_truncate before truncate on former_payees for each statement execute function refuse_change();

create table id_numbers (
  user_id     integer not null,
  number_hash bytea not null,
  constraint id_numbers_pkey primary key (user_id, number_hash),
  constraint id_numbers_user_id_fkey foreign key (user_id) references users(id)
);
create index id_numbers_by_number on id_numbers using btree (number_hash, user_id);

create table idempotency_keys (
  user_id    integer not null,
  key        text not null,
  endpoint   text not null,
  body_hash  bytea not null,
  status     integer,
  reply      text,
  created_at timestamp with time zone not null,
  constraint idempotency_keys_key primary key (user_id, key)
);
create index idempotency_keys_by_age on idempotency_keys using btree (created_at);

create table invariant_checks (
  id          integer not null generated always as identity,
  begun_after integer not null,
  checked_at  timestamp with time zone not null,
  broken      text[] not null,
  findings    integer not null,
  is_whole    boolean not null,
  constraint invariant_checks_pkey primary key (id),
  constraint invariant_checks_findings check (((findings > 0) = (cardinality(broken) > 0)) and (findings >= 0))
);

create table investments (
  id            integer not null generated always as identity,
  user_id       integer not null,
  plan_id       integer not null,
  name          text not null,
  symbol        text not null,
  amount        bigint not null,
  profit_ppm    bigint not null,
  profit        bigint not null,
  duration_days integer not null,
  is_only       boolean not null,
  bought_at     timestamp with time zone not null,
  bought_on     date not null,
  matures_on    date not null,
  matures_at    timestamp with time zone not null,
  told_at       timestamp with time zone,
  claimed_at    timestamp with time zone,
  number        text not null default record_number(),
  name_hi       text not null default '',
  constraint investments_pkey primary key (id),
  constraint investments_amount check (amount > 0),
  constraint investments_no_early_exit check (claimed_at >= matures_at),
  constraint investments_profit check (profit >= 0),
  constraint investments_term check (matures_on = (bought_on + duration_days)),
  constraint investments_plan_id_fkey foreign key (plan_id) references plans(id),
  constraint investments_user_id_fkey foreign key (user_id) references users(id)
);
create index investments_by_plan on investments using btree (plan_id);
create index investments_by_user on investments using btree (user_id, bought_at, id);
create index investments_claimed_by_user on investments using btree (user_id, claimed_at, id) where (claimed_at is not null);
create index investments_due on investments using btree (matures_at, id) include (amount, profit) where (claimed_at is null);
create index investments_untold on investments using btree (matures_at) where ((told_at is null) and (claimed_at is null));
create unique index already_invested on investments using btree (user_id, plan_id) where ((claimed_at is null) and is_only);
create unique index investments_by_number on investments using btree (number);
create trigger investments_noted_deleted after delete on investments referencing old table as touched for each statement execute function note_changes_of_users();
create trigger investments_noted_inserted after insert on investments referencing new table as touched for each statement execute function note_changes_of_users();
create trigger investments_noted_updated after update on investments referencing new table as touched for each statement execute function note_changes_of_users();

create table kept_keys (
  purpose text not null,
  sealed  bytea not null,
  constraint kept_keys_pkey primary key (purpose)
);

create table known_addresses (
  user_id      integer not null,
  address_hash bytea not null,
  seen_at      timestamp with time zone not null,
  constraint known_addresses_key primary key (user_id, address_hash),
  constraint known_addresses_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create table kyc_records (
  id               integer not null generated always as identity,
  user_id          integer not null,
  position         integer not null,
  type             text not null,
  masked_number    text not null,
  number_hash      bytea not null,
  sealed_number    bytea,
  flags            text[] not null,
  pictures         text[] not null,
  status           text not null default 'pending',
  rejection_reason text,
  rejected_before  integer not null default 0,
  submitted_at     timestamp with time zone not null,
  decided_at       timestamp with time zone,
  decided_by       integer,
  rejection_preset text,
  revoked_at       timestamp with time zone,
  locked_until     date,
  lock_reason      text,
  consent_version  integer,
  consent_language text,
  consent_at       timestamp with time zone,
  constraint kyc_records_pkey primary key (id),
  constraint kyc_records_position unique (user_id, "position"),
  constraint kyc_records_consent check (((consent_version is null) = (consent_at is null)) and ((consent_language is null) = (consent_at is null)) and (consent_version > 0) and (consent_language in ('en', 'hi'))),
  constraint kyc_records_decided check (((status = 'pending') = (decided_at is null)) and ((decided_at is null) = (decided_by is null)) and ((status = 'rejected') = ((rejection_reason is not null) or (rejection_preset is not null)))),
  constraint kyc_records_lock_reason check (lock_reason = 'account_closed'),
  constraint kyc_records_locked check ((locked_until is null) = (lock_reason is null)),
  constraint kyc_records_no_aadhaar check (((sealed_number is null) = (type = 'aadhar')) and (masked_number !~ '[0-9]{5}')),
  constraint kyc_records_pictures_check check ((cardinality(pictures) >= 1) and (cardinality(pictures) <= 2)),
  constraint kyc_records_position_check check ("position" >= 0),
  constraint kyc_records_status check (status in ('pending', 'approved', 'rejected')),
  constraint kyc_records_type check (type in ('aadhar', 'pan')),
  constraint kyc_records_decided_by_fkey foreign key (decided_by) references users(id),
  constraint kyc_records_user_id_fkey foreign key (user_id) references users(id)
);
create index kyc_records_by_decided on kyc_records using btree (decided_at) where (decided_by is not null);
create index kyc_records_by_number on kyc_records using btree (number_hash);
create index kyc_records_locked_until on kyc_records using btree (locked_until) where (locked_until is not null);
create index kyc_records_waiting on kyc_records using btree (submitted_at, id) where (status = 'pending');
create unique index id_in_use on kyc_records using btree (number_hash) where ((status in ('pending', 'approved')) and (locked_until is null));
create unique index kyc_open on kyc_records using btree (user_id) where (status = 'pending');
create trigger kyc_records_counted after insert on kyc_records referencing new table as added for each statement execute function list_counts_add();
create trigger kyc_records_decided after insert on kyc_records for each row when ((new.decided_at is not null)) execute function decided_months_forget('kyc');
create trigger kyc_records_noted after insert or delete or update on kyc_records for each statement execute function note_change();
create trigger kyc_records_recounted after update of status on kyc_records for each row when ((old.status <> new.status)) execute function list_counts_move();
create trigger kyc_records_redecided after update of decided_at, decided_by, revoked_at on kyc_records for each row execute function decided_months_forget('kyc');
create trigger kyc_records_uncounted after delete on kyc_records for each row execute function list_counts_move();
create trigger kyc_records_undecided after delete on kyc_records for each row when ((old.decided_at is not null)) execute function decided_months_forget('kyc');

create table ledger_accounts (
  id              bigint not null generated always as identity,
  user_id         integer,
  holder          integer not null,
  kind            ledger_account_kind not null,
  balance         bigint,
  settled_through date,
  low_day         date,
  low             bigint,
  interest_due    bigint,
  constraint ledger_accounts_pkey primary key (id),
  constraint ledger_accounts_one_of_a_kind unique (holder, kind),
  constraint balance_limit check (balance <= '1000000000000000'::bigint),
  constraint insufficient_balance check (balance >= 0),
  constraint ledger_accounts_locked_balance check ((user_id is null) = (balance is null)),
  constraint ledger_accounts_user foreign key (user_id) references users(id)
) with (fillfactor=45);
create trigger ledger_accounts_earn after insert or update of settled_through, low_day, low, interest_due on ledger_accounts for each row when (((new.settled_through is not null) and (not (((new.kind) = 'flexible') and (new.low_day is not null) and coalesce(((new.low >= 0) and (new.interest_due >= 0)), false))))) execute function flexible_refuse_state();
create trigger ledger_accounts_earn_state after update of settled_through, low_day, low, interest_due on ledger_accounts for each row when (((not (new.balance is distinct from old.balance)) and ((new.low > new.balance) or (new.interest_due >= 1000000) or (new.settled_through < old.settled_through)))) execute function flexible_refuse_state();
create trigger ledger_accounts_guard before update of balance on ledger_accounts for each statement execute function ledger_guard_balance();
create trigger ledger_accounts_no_delete before delete on ledger_accounts for each row execute function ledger_refuse_used_account();
create trigger ledger_accounts_no_truncate before truncate on ledger_accounts for each statement execute function refuse_change();
create trigger ledger_accounts_noted_inserted after insert on ledger_accounts referencing new table as touched for each statement execute function note_changes_of_users();
create trigger ledger_accounts_owner after insert on ledger_accounts referencing new table as opened for each statement execute function ledger_check_owner();
create trigger ledger_accounts_owner_stays before update of id, user_id, holder, kind on ledger_accounts for each statement execute function refuse_change();

create table ledger_added (
  only_row  boolean not null default true,
  transfers bigint not null,
  accounts  bigint not null,
  constraint ledger_added_pkey primary key (only_row),
  constraint ledger_added_only_row check (only_row)
);

create table ledger_closed (
  before  timestamp with time zone not null,
  is_only boolean not null default true,
  constraint ledger_closed_pkey primary key (is_only),
  constraint ledger_closed_one_row check (is_only)
);
create trigger ledger_closed_goes_on before delete or update on ledger_closed for each row execute function ledger_closed_goes_on();
create trigger ledger_closed_no_truncate before truncate on ledger_closed for each statement execute function refuse_change();

create table ledger_days (
  day      date not null,
  movement text not null,
  account  text not null,
  plus     bigint not null,
  minus    bigint not null,
  pluses   bigint not null,
  minuses  bigint not null,
  constraint ledger_days_pkey primary key (day, movement, account)
) with (fillfactor=50);

create table ledger_entries (
  id            bigint not null generated always as identity,
  transfer_id   bigint not null,
  account_id    bigint not null,
  amount        bigint not null,
  balance_after bigint,
  at            timestamp with time zone not null,
  constraint ledger_entries_pkey primary key (account_id, id),
  constraint ledger_entries_amount check (amount <> 0)
);
create index ledger_entries_by_moment on ledger_entries using btree (account_id, at, id) include (amount);
create index ledger_entries_by_transfer on ledger_entries using btree (transfer_id);
create index ledger_entries_platform_credits on ledger_entries using btree (account_id, id) where ((balance_after is null) and (amount > 0));
create index ledger_entries_platform_debits on ledger_entries using btree (account_id, id) where ((balance_after is null) and (amount < 0));
create trigger ledger_entries_append_only before delete or update on ledger_entries for each row execute function refuse_change();
create trigger ledger_entries_no_truncate before truncate on ledger_entries for each statement execute function refuse_change();

create table ledger_losses (
  id           integer not null generated always as identity,
  noticed_at   timestamp with time zone not null,
  missing      text[] not null,
  confirmed_at timestamp with time zone,
  constraint ledger_losses_pkey primary key (id)
);
create unique index ledger_losses_open on ledger_losses using btree ((true)) where (confirmed_at is null);

create table ledger_seals (
  through      bigint not null,
  sealed_at    timestamp with time zone not null,
  transfer_ids bigint[] not null,
  digests      bytea not null,
  head         bytea not null,
  sealed_head  bytea not null,
  constraint ledger_seals_pkey primary key (through),
  constraint ledger_seals_digests check (octet_length(digests) = (16 * cardinality(transfer_ids)))
);
create trigger ledger_seals_append_only before delete or update of through, sealed_at, transfer_ids, digests, head on ledger_seals for each row execute function refuse_change();
create trigger ledger_seals_no_truncate before truncate on ledger_seals for each statement execute function refuse_change();

create table ledger_transfers (
  id         bigint not null generated always as identity,
  kind       text not null,
  at         timestamp with time zone not null,
  subject    text not null,
  subject_id integer not null,
  event      text not null,
  day        date,
  constraint ledger_transfers_pkey primary key (id),
  constraint already_moved unique nulls not distinct (subject_id, subject, event, day)
);
create index ledger_transfers_undoing on ledger_transfers using btree (id) where (kind = 'deposit_reversal');
create trigger ledger_transfers_append_only before delete or update on ledger_transfers for each row execute function refuse_change();
create trigger ledger_transfers_closed_day before insert on ledger_transfers for each row execute function ledger_refuse_closed_day();
create trigger ledger_transfers_no_truncate before truncate on ledger_transfers for each statement execute function refuse_change();

create table list_counts (
  list text not null,
  part text not null,
  slot smallint not null,
  n    bigint not null,
  constraint list_counts_pkey primary key (list, part, slot)
) with (fillfactor=50);
create trigger list_counts_noted after insert or delete or update on list_counts for each statement execute function note_change();

create table notes (
  id         integer not null generated always as identity,
  subject    text not null,
  subject_id integer not null,
  user_id    integer not null,
  text       text not null,
  admin_id   integer not null,
  created_at timestamp with time zone not null,
  constraint notes_pkey primary key (id),
  constraint notes_subject_check check (subject in ('user', 'deposit', 'withdrawal', 'kyc')),
  constraint notes_text_check check (text <> ''),
  constraint notes_admin_id_fkey foreign key (admin_id) references users(id),
  constraint notes_user_id_fkey foreign key (user_id) references users(id)
);
create index notes_by_user on notes using btree (user_id, id desc);

create table notification_reads (
  notification_id integer not null,
  user_id         integer not null,
  read_at         timestamp with time zone not null,
  constraint notification_reads_pkey primary key (user_id, notification_id),
  constraint notification_reads_notification_id_fkey foreign key (notification_id) references notifications(id) on delete cascade,
  constraint notification_reads_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create trigger notification_reads_noted_deleted after delete on notification_reads referencing old table as touched for each statement execute function note_changes_of_users();
create trigger notification_reads_noted_inserted after insert on notification_reads referencing new table as touched for each statement execute function note_changes_of_users();

create table notifications (
  id          integer not null generated always as identity,
  user_id     integer,
  title       text,
  message     text,
  type        text not null,
  created_at  timestamp with time zone not null,
  expires_at  timestamp with time zone,
  read_at     timestamp with time zone,
  kind        text,
  values      jsonb,
  about       integer,
  recalled_at timestamp with time zone,
  title_hi    text not null default '',
  message_hi  text not null default '',
  constraint notifications_pkey primary key (id),
  constraint notifications_global_expire check ((user_id is null) = (expires_at is not null)),
  constraint notifications_global_unread check ((user_id is not null) or (read_at is null)),
  constraint notifications_hindi check ((kind is null) or ((title_hi = '') and (message_hi = ''))),
  constraint notifications_kind_personal check ((kind is null) or (user_id is not null)),
  constraint notifications_message_check check ((length(message) >= 1) and (length(message) <= 2000)),
  constraint notifications_message_hi_check check (length(message_hi) <= 2000),
  constraint notifications_recalled check ((recalled_at is null) or (user_id is null)),
  constraint notifications_title_check check ((length(title) >= 1) and (length(title) <= 200)),
  constraint notifications_title_hi_check check (length(title_hi) <= 200),
  constraint notifications_type_check check (type in ('info', 'success', 'warning', 'error')),
  constraint notifications_worded check (((kind is null) = (title is not null)) and ((kind is null) = (message is not null)) and ((kind is null) = ("values" is null)) and ((kind is not null) or (about is null))),
  constraint notifications_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index notifications_by_user on notifications using btree (user_id, id desc);
create index notifications_unread on notifications using btree (user_id) where (read_at is null);
create unique index notifications_of_income on notifications using btree (user_id, (("values" ->> 'month'))) where (kind = 'referral_income');
create trigger notifications_noted_deleted after delete on notifications referencing old table as touched for each statement execute function note_changes_of_users();
create trigger notifications_noted_inserted after insert on notifications referencing new table as touched for each statement execute function note_changes_of_users();
create trigger notifications_noted_updated after update on notifications referencing new table as touched for each statement execute function note_changes_of_users();

create table outbox (
  id            integer not null generated always as identity,
  channel       text not null,
  recipient     text not null,
  subject       text,
  body          text not null,
  created_at    timestamp with time zone not null,
  send_after    timestamp with time zone not null,
  useless_after timestamp with time zone,
  attempts      integer not null default 0,
  sent_at       timestamp with time zone,
  given_up_at   timestamp with time zone,
  about         integer,
  kind          text,
  record_kind   text,
  record_id     integer,
  constraint outbox_pkey primary key (id),
  constraint outbox_channel_check check (channel in ('mail', 'sms')),
  constraint outbox_check check ((channel = 'mail') = (subject is not null))
);
create index outbox_by_record on outbox using btree (record_kind, record_id) where (record_id is not null);
create index outbox_waiting on outbox using btree (channel, send_after) where ((sent_at is null) and (given_up_at is null));

create table password_resets (
  id         integer not null generated always as identity,
  user_id    integer not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at    timestamp with time zone,
  constraint password_resets_pkey primary key (id),
  constraint password_resets_token unique (token_hash),
  constraint password_resets_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index password_resets_by_user on password_resets using btree (user_id);

create table payment_references (
  reference  text not null,
  user_id    integer not null,
  deposit_id integer,
  created_at timestamp with time zone not null,
  constraint payment_references_pkey primary key (reference),
  constraint payment_references_form check (reference ~ '^[A-Z0-9]{6,35}$'),
  constraint payment_references_deposit_id_fkey foreign key (deposit_id) references deposits(id),
  constraint payment_references_user_id_fkey foreign key (user_id) references users(id)
);
create unique index payment_references_by_deposit on payment_references using btree (deposit_id) where (deposit_id is not null);
create unique index payment_references_open on payment_references using btree (user_id) where (deposit_id is null);

create table payout_batches (
  id      integer not null generated always as identity,
  size    integer not null,
  amount  bigint not null,
  made_by integer not null,
  made_at timestamp with time zone not null,
  constraint payout_batches_pkey primary key (id),
  constraint payout_batches_amount check (amount > 0),
  constraint payout_batches_size check (size > 0),
  constraint payout_batches_made_by_fkey foreign key (made_by) references users(id)
);
create index payout_batches_by_moment on payout_batches using btree (made_at, id);

create table plan_categories (
  id             integer not null generated always as identity,
  name           text not null,
  description    text not null,
  is_active      boolean not null default true,
  updated_at     timestamp with time zone,
  name_hi        text not null default '',
  description_hi text not null default '',
  constraint plan_categories_pkey primary key (id),
  constraint plan_categories_name_check check ((length(name) >= 1) and (length(name) <= 100)),
  constraint plan_categories_name_hi_check check (length(name_hi) <= 100)
);
create unique index category_name_taken on plan_categories using btree (lower(name));

create table plans (
  id                 integer not null generated always as identity,
  name               text not null,
  symbol             text not null,
  icon_url           text not null,
  description        text not null default '',
  category_id        integer not null,
  duration_days      integer not null default 30,
  minimum_deposit    bigint not null,
  maximum_deposit    bigint not null,
  profit_ppm         bigint not null,
  wallet_address     text,
  lower_fluctuation  bigint not null,
  higher_fluctuation bigint not null,
  bottom_flow_ppm    bigint not null,
  upper_flow_ppm     bigint not null,
  is_active          boolean not null default true,
  multiple_allowed   boolean not null default false,
  archived_at        timestamp with time zone,
  created_at         timestamp with time zone not null,
  updated_at         timestamp with time zone not null,
  name_hi            text not null default '',
  description_hi     text not null default '',
  constraint plans_pkey primary key (id),
  constraint plans_deposits check ((0 < minimum_deposit) and (minimum_deposit <= maximum_deposit)),
  constraint plans_duration check ((duration_days >= 1) and (duration_days <= 3650)),
  constraint plans_flows check ((0 <= bottom_flow_ppm) and (bottom_flow_ppm <= upper_flow_ppm)),
  constraint plans_name_check check ((length(name) >= 1) and (length(name) <= 100)),
  constraint plans_name_hi_check check (length(name_hi) <= 100),
  constraint plans_prices check ((0 < lower_fluctuation) and (lower_fluctuation <= higher_fluctuation)),
  constraint plans_profit check (profit_ppm >= 0),
  constraint plans_symbol_check check (symbol ~ '^[A-Za-z0-9._-]{1,20}$'),
  constraint category_unavailable foreign key (category_id) references plan_categories(id)
);
create index plans_by_category on plans using btree (category_id) where (archived_at is null);
create unique index symbol_taken on plans using btree (lower(symbol)) where (archived_at is null);

create table proposals (
  id           integer not null generated always as identity,
  status       text not null default 'open',
  call         text not null,
  permissions  text[] not null,
  sealed_input bytea,
  acts         jsonb not null,
  action       text not null,
  subject      text not null,
  subject_id   integer,
  user_id      integer,
  amount       bigint,
  made_by      integer not null,
  made_at      timestamp with time zone not null,
  decided_by   integer,
  decided_at   timestamp with time zone,
  reason       text,
  refused      jsonb,
  constraint proposals_pkey primary key (id),
  constraint proposals_by_another check ((status <> all (array['approved', 'declined', 'stale'])) or (decided_by <> made_by)),
  constraint proposals_by_maker check ((status <> 'withdrawn') or (decided_by = made_by)),
  constraint proposals_decided check (((status = 'open') = (decided_at is null)) and ((decided_at is null) = (decided_by is null))),
  constraint proposals_declined check ((status = 'declined') = (reason is not null)),
  constraint proposals_input check ((status = 'open') = (sealed_input is not null)),
  constraint proposals_stale check ((status = 'stale') = (refused is not null)),
  constraint proposals_status check (status in ('open', 'approved', 'declined', 'withdrawn', 'stale')),
  constraint proposals_decided_by_fkey foreign key (decided_by) references users(id),
  constraint proposals_made_by_fkey foreign key (made_by) references users(id)
);
create index proposals_by_status on proposals using btree (status, id desc);
create unique index proposals_open on proposals using btree (subject, subject_id) where ((status = 'open') and (subject_id is not null));

create unlogged table rate_windows (
  bucket    text not null,
  window_at timestamp with time zone not null,
  hits      integer not null,
  constraint rate_windows_key primary key (bucket, window_at)
);

create table recovery_codes (
  user_id   integer not null,
  code_hash bytea not null,
  constraint recovery_codes_key primary key (user_id, code_hash),
  constraint recovery_codes_user_id_fkey foreign key (user_id) references second_factors(user_id) on delete cascade
);

create table referral_rewards (
  id          integer not null generated always as identity,
  referred_id integer not null,
  referrer_id integer not null,
  amount      bigint not null,
  created_at  timestamp with time zone not null,
  constraint referral_rewards_pkey primary key (id),
  constraint referral_rewards_once unique (referred_id),
  constraint referral_rewards_amount_check check (amount > 0),
  constraint referral_rewards_referred_id_fkey foreign key (referred_id) references users(id),
  constraint referral_rewards_referrer_id_fkey foreign key (referrer_id) references users(id)
);
create index referral_rewards_by_referrer on referral_rewards using btree (referrer_id, created_at desc, id desc);

create table referral_shares (
  id              integer not null generated always as identity,
  referred_id     integer not null,
  referrer_id     integer not null,
  profit          bigint not null,
  rate_ppm        bigint not null,
  posted          bigint not null,
  carried         bigint not null,
  created_at      timestamp with time zone not null,
  subject         text not null,
  subject_id      integer not null,
  day             date,
  paid_subject_id integer not null,
  paid_day        date,
  constraint referral_shares_pkey primary key (id),
  constraint referral_shares_source unique nulls not distinct (subject_id, subject, day),
  constraint referral_shares_carried_check check ((carried >= 0) and (carried < 1000000)),
  constraint referral_shares_posted_check check (posted >= 0),
  constraint referral_shares_profit_check check (profit > 0),
  constraint referral_shares_rate_ppm_check check (rate_ppm >= 0)
);
create index referral_shares_by_referred on referral_shares using btree (referred_id, id);
create index referral_shares_by_referrer on referral_shares using btree (referrer_id, created_at desc, id desc);

create table referrals (
  referred_id  integer not null,
  carried      bigint not null default 0,
  shares_total bigint not null default 0,
  untold       bigint not null default 0,
  constraint referrals_pkey primary key (referred_id),
  constraint referrals_fraction check ((carried >= 0) and (carried < 1000000)),
  constraint referrals_shares_total_check check (shares_total >= 0),
  constraint referrals_untold check (untold >= 0),
  constraint referrals_referred_id_fkey foreign key (referred_id) references users(id)
);

create table reported_payments (
  id               integer not null generated always as identity,
  withdrawal_id    integer not null,
  batch_id         integer not null,
  utr              text not null,
  reference_key    text not null,
  reported_by      integer not null,
  reported_at      timestamp with time zone not null,
  dismissed_by     integer,
  dismissed_at     timestamp with time zone,
  dismissal_reason text,
  constraint reported_payments_pkey primary key (id),
  constraint reported_payments_dismissed check (((dismissed_at is null) = (dismissed_by is null)) and ((dismissed_at is null) = (dismissal_reason is null))),
  constraint reported_payments_reference check ((utr = '') = (reference_key = '')),
  constraint reported_payments_batch_id_fkey foreign key (batch_id) references payout_batches(id),
  constraint reported_payments_dismissed_by_fkey foreign key (dismissed_by) references users(id),
  constraint reported_payments_reported_by_fkey foreign key (reported_by) references users(id),
  constraint reported_payments_withdrawal_id_fkey foreign key (withdrawal_id) references withdrawals(id)
);
create unique index reported_payments_by_withdrawal on reported_payments using btree (withdrawal_id, reference_key);

create table reset_requests (
  id           integer not null generated always as identity,
  email        text not null,
  requested_at timestamp with time zone not null,
  constraint reset_requests_pkey primary key (id)
);

create table result_formats (
  headings_hash bytea not null,
  columns       jsonb not null,
  saved_at      timestamp with time zone not null,
  constraint result_formats_pkey primary key (headings_hash)
);

create table rewarded_numbers (
  number_hash bytea not null,
  referred_id integer not null,
  constraint rewarded_numbers_pkey primary key (number_hash),
  constraint rewarded_numbers_referred_id_fkey foreign key (referred_id) references users(id)
);

create table schema_migrations (
  name          text not null,
  checksum      text not null,
  applied_at    timestamp with time zone not null default now(),
  goes_on_since text,
  constraint schema_migrations_pkey primary key (name)
);

create table second_factors (
  user_id       integer not null,
  sealed_secret bytea not null,
  created_at    timestamp with time zone not null,
  active_since  timestamp with time zone,
  last_step     bigint not null default 0,
  last_session  integer,
  constraint second_factors_pkey primary key (user_id),
  constraint second_factors_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create trigger second_factors_noted_deleted after delete on second_factors referencing old table as touched for each statement execute function note_changes_of_users();
create trigger second_factors_noted_inserted after insert on second_factors referencing new table as touched for each statement execute function note_changes_of_users();
create trigger second_factors_noted_updated after update on second_factors referencing new table as touched for each statement execute function note_changes_of_users();

create table sessions (
  id           integer not null generated always as identity,
  user_id      integer not null,
  token_hash   bytea not null,
  device       text not null,
  created_at   timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  expires_at   timestamp with time zone not null,
  constraint sessions_pkey primary key (id),
  constraint sessions_token unique (token_hash),
  constraint sessions_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index sessions_by_user on sessions using btree (user_id);
create trigger sessions_noted_deleted after delete on sessions referencing old table as touched for each statement execute function note_changes_of_users();
create trigger sessions_noted_shortened after update of expires_at on sessions for each statement execute function note_change_of_everybody();

create table settings (
  key         text not null,
  value       text not null,
  updated_at  timestamp with time zone not null,
  updated_by  integer,
  description text,
  constraint settings_pkey primary key (key),
  constraint settings_updated_by_fkey foreign key (updated_by) references users(id)
);
create trigger settings_keep_flexible_rate after insert or update of value on settings for each row when ((new.key = 'flexible_daily_profit_percentage')) execute function flexible_keep_rate();
create trigger settings_noted after insert or delete or update on settings for each statement execute function note_change_of_everybody();

create table statement_accounts (
  id         integer not null generated always as identity,
  name       text not null,
  method_id  integer,
  columns    jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null,
  constraint statement_accounts_pkey primary key (id),
  constraint statement_accounts_name check ((length(name) >= 1) and (length(name) <= 100)),
  constraint statement_accounts_method_id_fkey foreign key (method_id) references deposit_methods(id)
);
create unique index statement_accounts_by_method on statement_accounts using btree (method_id) where (method_id is not null);
create unique index statement_accounts_by_name on statement_accounts using btree (lower(name)) where (method_id is null);

create table statement_lines (
  id              integer not null generated always as identity,
  statement_id    integer not null,
  account_id      integer not null,
  line_no         integer not null,
  day             date not null,
  amount          bigint not null,
  reference       text not null,
  narration       text not null,
  payer           text not null,
  balance         bigint,
  keys            text[] not null,
  fingerprint     bytea not null,
  occurrence      integer not null,
  state           text not null default 'unmatched',
  reasons         text[] not null default '{}'::text[],
  deposit_id      integer,
  withdrawal_id   integer,
  decided_by      integer,
  decided_at      timestamp with time zone,
  ignored_because text,
  status          text not null generated always as (
case
    when (amount > 0) then state
    else 'payouts'
end) stored,
  late_on         date,
  constraint statement_lines_pkey primary key (id),
  constraint statement_lines_once unique (account_id, fingerprint, occurrence),
  constraint statement_lines_amount check (amount <> 0),
  constraint statement_lines_decided check (((decided_by is null) = (decided_at is null)) and ((decided_by is null) or (state in ('matched', 'ignored'))) and ((state <> 'ignored') or (decided_by is not null))),
  constraint statement_lines_direction check (((deposit_id is null) or (amount > 0)) and ((deposit_id is null) or (withdrawal_id is null))),
  constraint statement_lines_ignored check ((state = 'ignored') = (ignored_because is not null)),
  constraint statement_lines_request check ((state in ('suggested', 'mismatched', 'matched')) = ((deposit_id is not null) or (withdrawal_id is not null))),
  constraint statement_lines_state check (state in ('suggested', 'unmatched', 'mismatched', 'matched', 'ignored')),
  constraint statement_lines_account_id_fkey foreign key (account_id) references statement_accounts(id),
  constraint statement_lines_decided_by_fkey foreign key (decided_by) references users(id),
  constraint statement_lines_deposit_id_fkey foreign key (deposit_id) references deposits(id),
  constraint statement_lines_statement_id_fkey foreign key (statement_id) references bank_statements(id),
  constraint statement_lines_withdrawal_id_fkey foreign key (withdrawal_id) references withdrawals(id)
);
create index statement_lines_by_deposit on statement_lines using btree (deposit_id) where (deposit_id is not null);
create index statement_lines_by_list on statement_lines using btree (status, day desc, id desc);
create index statement_lines_by_statement on statement_lines using btree (statement_id);
create index statement_lines_by_withdrawal on statement_lines using btree (withdrawal_id) where (withdrawal_id is not null);
create index statement_lines_late on statement_lines using btree (late_on) where (late_on is not null);
create unique index deposit_on_line on statement_lines using btree (deposit_id) where ((state = 'matched') and (deposit_id is not null));
create unique index payout_on_line on statement_lines using btree (withdrawal_id, ((amount > 0))) where ((state = 'matched') and (withdrawal_id is not null));
create trigger statement_lines_count_late before insert on statement_lines for each row execute function statement_lines_count_late();
create trigger statement_lines_counted after insert on statement_lines referencing new table as added for each statement execute function list_counts_add();
create trigger statement_lines_no_truncate before truncate on statement_lines for each statement execute function refuse_change();
create trigger statement_lines_recounted after update on statement_lines referencing old table as was new table as became for each statement execute function statement_lines_recount();
create trigger statement_lines_stay before delete or update on statement_lines for each row execute function statement_lines_stay();

create table transfer_days (
  day    date not null,
  shard  smallint not null,
  amount bigint not null,
  constraint transfer_days_pkey primary key (day, shard),
  constraint transfer_days_amount check (amount > 0),
  constraint transfer_days_shard check ((shard >= 0) and (shard <= 63))
) with (fillfactor=50);

create table transfer_senders (
  user_id      integer not null,
  frozen_until timestamp with time zone,
  constraint transfer_senders_pkey primary key (user_id),
  constraint transfer_senders_user_id_fkey foreign key (user_id) references users(id)
);

create table transfer_wrong_codes (
  id        integer not null generated always as identity,
  sender_id integer not null,
  at        timestamp with time zone not null,
  constraint transfer_wrong_codes_pkey primary key (id),
  constraint transfer_wrong_codes_sender_id_fkey foreign key (sender_id) references users(id)
);
create index transfer_wrong_codes_by_sender on transfer_wrong_codes using btree (sender_id, at);

create table tried_backup (
  is_only boolean not null default true,
  made_at timestamp with time zone not null,
  constraint tried_backup_pkey primary key (is_only),
  constraint tried_backup_is_only_check check (is_only)
);

create table trusted_date (
  only_row        boolean not null default true,
  trusted_at      timestamp with time zone not null,
  doubted_at      timestamp with time zone,
  doubted_seen_at timestamp with time zone,
  constraint trusted_date_pkey primary key (only_row),
  constraint trusted_date_only_row_check check (only_row)
);

create table upcomings (
  id         integer not null generated always as identity,
  title      text not null,
  link       text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  title_hi   text not null default '',
  constraint upcomings_pkey primary key (id),
  constraint upcomings_link_check check (link ~* '^https?://'),
  constraint upcomings_title_check check ((length(title) >= 1) and (length(title) <= 200)),
  constraint upcomings_title_hi_check check (length(title_hi) <= 200)
);

create table user_devices (
  user_id       integer not null,
  device_hash   bytea not null,
  first_seen_at timestamp with time zone not null,
  last_seen_at  timestamp with time zone not null,
  constraint user_devices_key primary key (user_id, device_hash),
  constraint user_devices_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create table users (
  id                   integer not null generated always as identity,
  name                 text not null,
  email                text,
  phone                text,
  password_hash        text,
  role                 text not null default 'user',
  is_active            boolean not null default true,
  referral_code        text not null,
  referred_by          integer,
  must_change_password boolean not null default false,
  welcome_seen_at      timestamp with time zone,
  money_paused_until   timestamp with time zone,
  closed_at            timestamp with time zone,
  created_at           timestamp with time zone not null,
  searched             text not null generated always as (lower(((((('
' || name) || '
') || coalesce(email, '')) || '
') || coalesce(phone, '')))) stored,
  updated_at           timestamp with time zone,
  language             text not null default 'en',
  roles                text[] not null default '{}'::text[],
  email_verified_at    timestamp with time zone,
  phone_verified_at    timestamp with time zone,
  frozen_at            timestamp with time zone,
  last_sign_in_at      timestamp with time zone,
  closing_asked_at     timestamp with time zone,
  constraint users_pkey primary key (id),
  constraint email_taken unique (email),
  constraint phone_taken unique (phone),
  constraint users_closing_of_users check ((closing_asked_at is null) or (role = 'user')),
  constraint users_frozen check ((frozen_at is null) or (role = 'user')),
  constraint users_language check (language in ('en', 'hi')),
  constraint users_name_check check ((length(name) >= 1) and (length(name) <= 100)),
  constraint users_open_have_contact check ((closed_at is not null) or ((email is not null) and (phone is not null) and (password_hash is not null))),
  constraint users_refers_older check (referred_by < id),
  constraint users_role check (role in ('user', 'admin')),
  constraint users_roles_known check (roles <@ array['owner', 'finance', 'kyc', 'support', 'catalogue', 'viewer']),
  constraint users_roles_of_admins check ((role = 'admin') = (cardinality(roles) > 0)),
  constraint users_verified_contacts check (((email_verified_at is null) or (email is not null)) and ((phone_verified_at is null) or (phone is not null))),
  constraint users_referred_by_fkey foreign key (referred_by) references users(id)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02);
create index users_by_created on users using btree (created_at);
create index users_by_letter on users using gin (letters(searched));
create index users_by_name_order on users using btree (name, id) include (is_active, role) where (closed_at is null);
create index users_by_pairs on users using gin (letter_pairs(searched));
create index users_by_referrer on users using btree (referred_by) where (referred_by is not null);
create index users_by_status on users using btree (role, is_active, id) where (closed_at is null);
create index users_by_text on users using gin (searched extensions.gin_trgm_ops);
create index users_closed on users using btree (id) where (closed_at is not null);
create index users_closing on users using btree (closing_asked_at) where ((closing_asked_at is not null) and (closed_at is null));
create index users_frozen on users using btree (id) where ((frozen_at is not null) and (closed_at is null));
create index users_open on users using btree (id) include (is_active, role) where (closed_at is null);
create index users_referred on users using btree (id) where (referred_by is not null);
create unique index referral_code_taken on users using btree (upper(referral_code));
create trigger users_counted after insert on users referencing new table as added for each statement execute function list_counts_add_users();
create trigger users_noted_updated after update on users referencing new table as touched for each statement execute function note_changes_of_people();
create trigger users_recounted after update of is_active, closed_at, role on users for each row when (((old.is_active <> new.is_active) or (old.role <> new.role) or (old.closed_at is distinct from new.closed_at))) execute function list_counts_move_users();
create trigger users_uncounted after delete on users for each row execute function list_counts_move_users();

create table wallet_ranks (
  user_id integer not null,
  balance bigint not null,
  constraint wallet_ranks_pkey primary key (user_id),
  constraint wallet_ranks_user foreign key (user_id) references users(id) on delete cascade
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02);
create index wallet_ranks_by_balance on wallet_ranks using btree (balance, user_id);

create table welcomed_numbers (
  number_hash bytea not null,
  user_id     integer not null,
  constraint welcomed_numbers_pkey primary key (number_hash),
  constraint welcomed_numbers_user_id_fkey foreign key (user_id) references users(id)
);

create table withdrawals (
  id                    integer not null generated always as identity,
  user_id               integer not null,
  amount                bigint not null,
  fee                   bigint not null,
  fee_rate              bigint not null,
  type                  text not null,
  details               jsonb not null,
  payee                 text not null,
  usdt_rate             bigint,
  usdt_rate_is_fallback boolean not null default false,
  status                text not null default 'pending',
  transaction_id        text,
  admin_note            text,
  created_at            timestamp with time zone not null,
  decided_at            timestamp with time zone,
  decided_by            integer,
  rejection_preset      text,
  claimed_by            integer,
  claimed_at            timestamp with time zone,
  reference_key         text,
  returned_at           timestamp with time zone,
  returned_by           integer,
  return_reason         text,
  number                text not null default record_number(),
  paid_before_stop      boolean not null default false,
  constraint withdrawals_pkey primary key (id),
  constraint withdrawals_amount_check check (amount > 0),
  constraint withdrawals_claimed check (((claimed_by is null) = (claimed_at is null)) and ((status = 'pending') or (not (claimed_by is distinct from decided_by)))),
  constraint withdrawals_decided check (((status = 'pending') = (decided_at is null)) and ((status in ('approved', 'rejected', 'returned')) = (decided_by is not null)) and ((status in ('approved', 'returned')) = (transaction_id is not null)) and ((status <> 'rejected') or (admin_note is not null) or (rejection_preset is not null))),
  constraint withdrawals_fee check ((fee >= 0) and (fee <= amount)),
  constraint withdrawals_fee_rate_check check (fee_rate >= 0),
  constraint withdrawals_paid_before_stop check ((not paid_before_stop) or (transaction_id is not null)),
  constraint withdrawals_preset check ((rejection_preset is null) or (status = 'rejected')),
  constraint withdrawals_rate check ((type = 'crypto') = (usdt_rate is not null)),
  constraint withdrawals_reference check (((transaction_id is null) = (reference_key is null)) and (reference_key <> '')),
  constraint withdrawals_returned check (((status = 'returned') = (returned_at is not null)) and ((status = 'returned') = (returned_by is not null)) and ((status = 'returned') = (return_reason is not null))),
  constraint withdrawals_status check (status in ('pending', 'approved', 'rejected', 'cancelled', 'returned')),
  constraint withdrawals_type check (type in ('upi', 'bank', 'crypto')),
  constraint withdrawals_usdt_rate_check check (usdt_rate > 0),
  constraint withdrawals_claimed_by_fkey foreign key (claimed_by) references users(id),
  constraint withdrawals_decided_by_fkey foreign key (decided_by) references users(id),
  constraint withdrawals_returned_by_fkey foreign key (returned_by) references users(id),
  constraint withdrawals_user_id_fkey foreign key (user_id) references users(id)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02);
create index withdrawals_by_amount on withdrawals using btree (amount, id);
create index withdrawals_by_decided on withdrawals using btree (decided_at) where (decided_by is not null);
create index withdrawals_by_decision on withdrawals using btree (decided_at) where (status = 'approved');
create index withdrawals_by_moment on withdrawals using btree (created_at, id);
create index withdrawals_by_payee on withdrawals using btree (payee);
create index withdrawals_by_status on withdrawals using btree (status, created_at, id);
create index withdrawals_by_status_amount on withdrawals using btree (status, amount, id);
create index withdrawals_by_text on withdrawals using gin (transaction_id extensions.gin_trgm_ops, payee extensions.gin_trgm_ops);
create index withdrawals_by_user on withdrawals using btree (user_id, created_at desc, id desc) include (status);
create unique index payout_reference_taken on withdrawals using btree (reference_key);
create unique index withdrawals_by_number on withdrawals using btree (number);
create trigger withdrawals_counted after insert on withdrawals referencing new table as added for each statement execute function list_counts_add();
create trigger withdrawals_decided after insert on withdrawals for each row when ((new.decided_at is not null)) execute function decided_months_forget('withdrawals');
create trigger withdrawals_noted after insert or delete or update on withdrawals for each statement execute function note_change();
create trigger withdrawals_recounted after update of status on withdrawals for each row when ((old.status <> new.status)) execute function list_counts_move();
create trigger withdrawals_redecided after update of decided_at, decided_by, returned_at on withdrawals for each row execute function decided_months_forget('withdrawals');

create view ledger_totals as
 SELECT ledger_days.day,
    ledger_days.movement,
    ledger_days.account,
    ledger_days.plus,
    ledger_days.minus,
    ledger_days.pluses,
    ledger_days.minuses
   FROM ledger_days
UNION ALL
 SELECT ledger_not_added.day,
    ledger_not_added.movement,
    ledger_not_added.account,
    ledger_not_added.plus,
    ledger_not_added.minus,
    ledger_not_added.pluses,
    ledger_not_added.minuses
   FROM ledger_not_added() ledger_not_added(day, movement, account, plus, minus, pluses, minuses);

create or replace function audit_counts_add()
 returns trigger
 language plpgsql
as $function$
begin
  insert into audit_counts (subject, action, admin_id, n)
  select a.subject, a.action, coalesce(a.admin_id, 0), count(*) from added a group by 1, 2, 3 order by 1, 2, 3
  on conflict (subject, action, admin_id) do update set n = audit_counts.n + excluded.n;
  insert into audit_marks (block, before)
  select b.block, (select sum(n) from audit_counts) - (select count(*) from added a where a.id >= 1000 * b.block)
    from (select distinct id / 1000 as block from added) as b
   where not exists (select from audit_marks m where m.block = b.block);
  return null;
end $function$;

create or replace function audit_log_keep()
 returns trigger
 language plpgsql
as $function$
begin
  if tg_op = 'UPDATE' and current_setting('bittkosh.erasing', true) = 'on' and new.erased_at is not null
     and (new.id, new.at, new.admin_id, new.action, new.subject, new.subject_id, new.hash, new.approved_by)
         is not distinct from
         (old.id, old.at, old.admin_id, old.action, old.subject, old.subject_id, old.hash, old.approved_by)
  then
    return new;
  end if;
  raise exception 'rows of % are append-only: % refused', tg_table_name, tg_op using errcode = 'restrict_violation';
end $function$;

create or replace function day_closings_stay()
 returns trigger
 language plpgsql
as $function$
begin
  if old.second_by is not null then
    raise exception 'day % is closed: % refused', old.day, tg_op using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end $function$;

create or replace function decided_months_forget()
 returns trigger
 language plpgsql
as $function$
declare
  changed date;
begin
  for changed in
    select distinct india_month((r.record ->> m.moment)::timestamptz)
      from unnest(array[to_jsonb(old), to_jsonb(new)]) as r (record)
     cross join unnest('{decided_at,reversed_at,returned_at,revoked_at}'::text[]) as m (moment)
     where r.record ->> m.moment is not null
     order by 1
  loop
    perform pg_advisory_xact_lock_shared(7302053, changed - date '2000-01-01');
    delete from decided_months where month = changed and work in (tg_argv[0], 'reversals');
  end loop;
  return null;
end $function$;

create or replace function deposit_cohorts_move()
 returns trigger
 language plpgsql
as $function$
declare
  stands constant boolean := new.status = 'approved';
  deposit constant deposits := case when stands then new else old end;
  sign constant integer := case when stands then 1 else -1 end;
  first_of_others timestamptz;
  is_first boolean;
begin
  perform pg_advisory_xact_lock(7302052, new.user_id % 1024); -- not one for each of many people of a bulk
  select min(d.decided_at) into first_of_others
    from (select decided_at from deposits
           where user_id = new.user_id and status = 'approved' and id <> new.id
             and (tg_op = 'UPDATE' or id < new.id) -- the next ones of the same insert come after this one
          offset 0) as d; -- by the index of the person, not through everybody's in the order of decisions
  is_first := coalesce(deposit.decided_at <= first_of_others, true);
  insert into deposit_cohorts (registered, approved, slot, amount, people)
  select india_month(u.created_at), c.approved, pg_backend_pid() % 8, sign * sum(c.amount), sign * sum(c.people)
    from users u
   cross join (values (india_month(deposit.decided_at), deposit.approved_amount, is_first::integer),
                      (india_month(first_of_others), 0, - is_first::integer)) as c (approved, amount, people)
   where u.id = new.user_id and u.role = 'user' and (c.amount <> 0 or c.people <> 0) and c.approved is not null
   group by 1, 2
   order by 2
  on conflict (registered, approved, slot) do update
     set amount = deposit_cohorts.amount + excluded.amount, people = deposit_cohorts.people + excluded.people;
  return null;
end $function$;

create or replace function flexible_guard_rates()
 returns trigger
 language plpgsql
as $function$
begin
  if exists (select from ledger_transfers where subject = 'interest' and day >= coalesce(new.day, old.day)) then
    raise exception 'the interest of % is posted; its rate stays', coalesce(new.day, old.day)
      using errcode = 'restrict_violation', constraint = 'flexible_rates_posted', table = 'flexible_rates';
  end if;
  return coalesce(new, old);
end $function$;

create or replace function flexible_keep_rate()
 returns trigger
 language plpgsql
as $function$
declare
  first_day constant date := greatest(
    (new.updated_at at time zone 'Asia/Kolkata')::date + 1,
    -- from the sums by day: transfers have no index by their day
    (select max(day) + 1 from ledger_totals where movement = 'flexible_interest'));
begin
  delete from flexible_rates where day > first_day;
  insert into flexible_rates (day, rate_ppm)
  values (first_day, (new.value::numeric * 10000)::bigint)
  on conflict (day) do update set rate_ppm = excluded.rate_ppm;
  return new;
end $function$;

create or replace function flexible_post_interest(business_day date, posted_at timestamp with time zone, rate bigint, first_user integer, last_user integer, asked integer[])
 returns table(user_id integer, posted bigint)
 language plpgsql
 set enable_seqscan to 'off'
 set enable_bitmapscan to 'off'
 set jit to 'off'
 set plan_cache_mode to 'force_custom_plan'
as $function$
#variable_conflict use_column
begin
  perform set_config('bittkosh.posting', 'on', true);
  return query
  with worked as (
    update ledger_accounts a
       set settled_through = business_day,
           interest_due = a.interest_due % 1000000 + case when a.low_day = business_day then a.low else a.balance end * rate,
           balance = a.balance
             + (a.interest_due % 1000000 + case when a.low_day = business_day then a.low else a.balance end * rate) / 1000000
     where a.holder between first_user and last_user and a.kind = 'flexible'
       and a.settled_through = business_day - 1 and a.balance > 0
    returning a.id, a.user_id, a.balance, case when a.low_day = business_day then a.low end as low,
              a.interest_due / 1000000 as posted, a.interest_due % 1000000 as carried),
  noted as (
    insert into flexible_interest (user_id, at, eligible, rate_ppm, posted, carried, balance_after)
    select user_id, posted_at, coalesce(low, balance - posted), rate, posted, carried, balance
      from worked),
  -- a batch is told by its first user, whom no other batch of the day has
  transfer as (
    insert into ledger_transfers (subject, subject_id, event, day, kind, at)
    select 'interest', min(user_id), 'posted', business_day, 'flexible_interest', posted_at
      from worked
     where posted > 0
    having count(*) > 0
    returning id),
  entered as (
    insert into ledger_entries (transfer_id, account_id, amount, balance_after, at)
    select transfer.id, worked.id, posted, balance, posted_at
      from transfer, worked
     where posted > 0
    union all
    select transfer.id, ledger_platform_account('expense_flexible_interest'),
           -(select sum(posted) from worked)::bigint, null, posted_at
      from transfer)
  select user_id, posted
    from worked
   where posted > 0 and user_id = any (asked)
   order by user_id;
  perform set_config('bittkosh.posting', 'off', true);
  perform note_changes(null);
end $function$;

create or replace function flexible_refuse_state()
 returns trigger
 language plpgsql
as $function$
begin
  raise exception 'the state of an Earn account promises interest that it has not earned'
    using errcode = 'restrict_violation', constraint = 'ledger_accounts_earn_state', table = 'ledger_accounts';
end $function$;

create or replace function idempotency_claim(claimant integer, claimed text)
 returns setof idempotency_keys
 language plpgsql
 set enable_seqscan to 'off'
as $function$
begin
  perform pg_advisory_xact_lock(hashtextextended(claimant || ' ' || claimed, 0));
  return query select * from idempotency_keys where user_id = claimant and key = claimed;
end $function$;

create or replace function india_month(moment timestamp with time zone)
 returns date
 language sql
 immutable parallel safe strict
return (date_trunc('month'::text, (moment at time zone 'Asia/Kolkata'::text)))::date;

create or replace function ledger_check_owner()
 returns trigger
 language plpgsql
as $function$
begin
  if exists (
    select from opened
     where (user_id is not null) <> (kind in ('wallet', 'flexible', 'invested', 'held')) or holder <> coalesce(user_id, 0))
  then
    raise exception 'an account of a user''s kind needs its user, one of the platform''s kind none'
      using errcode = 'check_violation', constraint = 'ledger_accounts_owner', table = 'ledger_accounts';
  end if;
  if exists (select from opened where balance <> 0) then
    raise exception 'an account opens with nothing in it'
      using errcode = 'check_violation', constraint = 'ledger_accounts_open_empty', table = 'ledger_accounts';
  end if;
  return null;
end $function$;

create or replace function ledger_close_through(business_day date)
 returns void
 language plpgsql
as $function$
begin
  lock table statement_lines in share mode;
  lock table ledger_transfers in share mode;
  insert into ledger_closed as c (before) values ((business_day + 1)::timestamp at time zone 'Asia/Kolkata')
  on conflict (is_only) do update set before = excluded.before;
end $function$;

create or replace function ledger_closed_goes_on()
 returns trigger
 language plpgsql
as $function$
begin
  if tg_op = 'DELETE' or new.before < old.before then
    raise exception 'a closed day stays closed' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

create or replace function ledger_digests(after bigint, through bigint)
 returns table(transfer_id bigint, digest bytea)
 language sql
 stable
as $function$
  select t.id,
         substr(sha256(convert_to(
           format('%L %s %L %L %L %s', t.subject, t.subject_id, t.event, t.day, t.kind,
                  (extract(epoch from t.at) * 1000000)::bigint) || coalesce(string_agg(
             format(E'\n%s %s %s %L %s %s %s', e.id, e.account_id, a.holder, a.kind, e.amount, e.balance_after,
                    (extract(epoch from e.at) * 1000000)::bigint),
             '' order by e.id), ''), 'UTF8')), 1, 16)
    from ledger_transfers t
    left join ledger_entries e on e.transfer_id = t.id and e.transfer_id > after and e.transfer_id <= through
    left join ledger_accounts a on a.id = e.account_id
   where t.id > after and t.id <= through
   group by t.id
   order by t.id
$function$;

create or replace function ledger_guard_balance()
 returns trigger
 language plpgsql
as $function$
begin
  if current_setting('bittkosh.posting', true) is distinct from 'on' then
    raise exception 'balances change only through ledger_post' using errcode = 'restrict_violation';
  end if;
  return null;
end $function$;

create or replace function ledger_not_added()
 returns table(day date, movement text, account text, plus bigint, minus bigint, pluses bigint, minuses bigint)
 language sql
 stable rows 100
 set enable_hashjoin to 'off'
 set enable_mergejoin to 'off'
 set enable_seqscan to 'off'
as $function$
  select (e.at at time zone 'Asia/Kolkata')::date, t.kind, a.kind,
         greatest(e.amount, 0), greatest(-e.amount, 0), (e.amount > 0)::integer::bigint, (e.amount < 0)::integer::bigint
    from ledger_entries e
    join ledger_transfers t on t.id = e.transfer_id
    join ledger_accounts a on a.id = e.account_id
   -- the upper bound, which is none, tells the planner that they are few
   where e.transfer_id > (select transfers from ledger_added)
     and e.transfer_id <= (select max(transfer_id) from ledger_entries)
$function$;

create or replace function ledger_platform_account(kind text)
 returns bigint
 language sql
 immutable
as $function$ select case kind when 'cash_upi' then bigint '1' when 'cash_bank' then bigint '2' when 'cash_crypto' then bigint '3' when 'fee_withdrawal' then bigint '4' when 'fee_transfer' then bigint '5' when 'expense_plan_profit' then bigint '6' when 'expense_flexible_interest' then bigint '7' when 'expense_package_bonus' then bigint '8' when 'expense_welcome_bonus' then bigint '9' when 'expense_referral' then bigint '10' when 'expense_adjustment' then bigint '11' end $function$;

create or replace function ledger_post(posted_at timestamp with time zone, subjects text[], subject_ids integer[], events text[], days date[], kinds text[], leg_movements integer[], leg_users integer[], leg_kinds text[], leg_amounts bigint[])
 returns bigint[]
 language plpgsql
 set enable_hashjoin to 'off'
 set enable_mergejoin to 'off'
as $function$
declare
  movements constant integer := cardinality(subjects);
  legs constant integer := cardinality(leg_movements);
  platform integer := 0;
  transfers bigint[];
  totals bigint[];
  accounts bigint[];
  balances bigint[];
  last_id bigint;
  last_balance bigint;
  written bigint;
  lowest bigint;
  highest bigint;
  setting text;
begin
  -- before anything else, so that an event that moved money already is refused as that, whatever its accounts hold now
  for m in 1..movements loop
    insert into ledger_transfers (subject, subject_id, event, day, kind, at)
    values (subjects[m], subject_ids[m], events[m], days[m], kinds[m], posted_at)
    returning id into last_id;
    transfers[m] := last_id;
  end loop;
  for l in 1..legs loop
    totals[leg_movements[l]] := coalesce(totals[leg_movements[l]], 0) + leg_amounts[l];
  end loop;
  for m in 1..movements loop
    if totals[m] is distinct from 0 then
      raise exception 'ledger_post: each movement needs legs that sum to zero';
    end if;
  end loop;
  -- the platform's accounts come first; they carry no balance and are not locked
  while leg_users[platform + 1] = 0 loop
    platform := platform + 1;
    accounts[platform] := ledger_platform_account(leg_kinds[platform]);
    balances[platform] := null;
  end loop;

  -- assigned, not performed: an expression costs a tenth of a query
  setting := set_config('bittkosh.posting', 'on', true);
  -- one statement for all costs as much as eight for one account each
  if legs <= 16 then
    for l in platform + 1..legs loop
      update ledger_accounts set balance = balance + leg_amounts[l]
       where holder = leg_users[l] and kind = leg_kinds[l]
      returning id, balance into last_id, last_balance;
      if last_id is null then
        raise exception 'ledger_post: user % has no account %: it does not exist', leg_users[l], leg_kinds[l];
      end if;
      accounts[l] := last_id;
      balances[l] := last_balance;
    end loop;
    insert into ledger_entries (transfer_id, account_id, amount, balance_after, at)
    select transfers[unnest(leg_movements)], unnest(accounts), unnest(leg_amounts), unnest(balances), posted_at;
  else
    with moved as (
      update ledger_accounts a set balance = a.balance + s.change
        from (select l.u, l.k, sum(l.amount)::bigint as change, min(l.n)::integer as first, max(l.n)::integer as last
                from unnest(leg_users, leg_kinds, leg_amounts) with ordinality as l (u, k, amount, n)
               where l.u <> 0
               group by l.u, l.k
               order by l.u, l.k) as s
       where a.holder = s.u and a.kind = s.k
      returning a.id, a.balance - s.change as before, s.first, s.last),
    entered as (
      insert into ledger_entries (transfer_id, account_id, amount, balance_after, at)
      select transfers[leg_movements[n]], id, leg_amounts[n],
             before + sum(leg_amounts[n]) over (partition by id order by n), posted_at
        from moved
       cross join lateral generate_series(first, last) as n
      union all
      select transfers[leg_movements[n]], ledger_platform_account(leg_kinds[n]), leg_amounts[n], null, posted_at
        from generate_series(1, platform) as n
      returning balance_after)
    select count(*), min(balance_after), max(balance_after) into written, lowest, highest from entered;
    if written <> legs then
      raise exception 'ledger_post: % of % legs have an account', written, legs;
    end if;
    -- after any leg, not only after all of them
    if lowest < 0 or highest > 1000000000000000 then
      raise exception 'ledger_post: an account would leave its bounds in between' using errcode = 'check_violation',
        constraint = case when lowest < 0 then 'insufficient_balance' else 'balance_limit' end;
    end if;
  end if;
  setting := set_config('bittkosh.posting', 'off', true);
  -- as note_changes does, but without its notice, which costs both ends 40 µs: `post` says itself whom it pays
  insert into changes (people) values (case when legs - platform <= 100 then leg_users[platform + 1:] end);
  return transfers;
end $function$;

create or replace function ledger_refuse_closed_day()
 returns trigger
 language plpgsql
as $function$
begin
  if new.at < (select before from ledger_closed) then
    raise exception 'transfer of % is in a closed day', new.at
      using errcode = 'check_violation', constraint = 'day_closed', table = 'ledger_transfers';
  end if;
  return new;
end $function$;

create or replace function ledger_refuse_used_account()
 returns trigger
 language plpgsql
as $function$
begin
  if old.user_id is null or exists (select from ledger_entries e where e.account_id = old.id) then
    raise exception 'account % has a history: DELETE refused', old.id using errcode = 'restrict_violation';
  end if;
  return old;
end $function$;

create or replace function letter_pairs(searched text)
 returns text[]
 language plpgsql
 immutable parallel safe strict cost 1000
as $function$
begin
  return string_to_array(regexp_replace(searched, '(..)', E'\\1\t', 'g'), E'\t')
      || string_to_array(regexp_replace(substr(searched, 2), '(..)', E'\\1\t', 'g'), E'\t');
end $function$;

create or replace function letters(searched text)
 returns text[]
 language plpgsql
 immutable parallel safe strict cost 1000
as $function$
begin
  return string_to_array(searched, null);
end $function$;

create or replace function list_counts_add()
 returns trigger
 language plpgsql
as $function$
begin
  insert into list_counts (list, part, slot, n)
  select tg_table_name, a.status, pg_backend_pid() % 64, count(*) from added a group by a.status order by a.status
  on conflict (list, part, slot) do update set n = list_counts.n + excluded.n;
  return null;
end $function$;

create or replace function list_counts_add_one()
 returns trigger
 language plpgsql
as $function$
begin
  insert into list_counts (list, part, slot, n) values (tg_table_name, new.status, pg_backend_pid() % 64, 1)
  on conflict (list, part, slot) do update set n = list_counts.n + excluded.n;
  return null;
end $function$;

create or replace function list_counts_add_users()
 returns trigger
 language plpgsql
as $function$
begin
  insert into list_counts (list, part, slot, n)
  select c.list, c.part, pg_backend_pid() % 64, count(*)
    from (select 'users' as list, a.role || case when a.is_active then ' active' else ' inactive' end as part
            from added a where a.closed_at is null
          union all
          select 'registrations', ((a.created_at at time zone 'Asia/Kolkata')::date)::text
            from added a where a.role = 'user') as c
   group by c.list, c.part order by c.list, c.part
  on conflict (list, part, slot) do update set n = list_counts.n + excluded.n;
  return null;
end $function$;

create or replace function list_counts_move()
 returns trigger
 language plpgsql
as $function$
begin
  insert into list_counts (list, part, slot, n)
  select tg_table_name, c.part, pg_backend_pid() % 64, c.change
    from (select old.status as part, -1 as change
          union all select new.status, 1 where tg_op = 'UPDATE') as c
   order by c.part
  on conflict (list, part, slot) do update set n = list_counts.n + excluded.n;
  return null;
end $function$;

create or replace function list_counts_move_users()
 returns trigger
 language plpgsql
as $function$
begin
  insert into list_counts (list, part, slot, n)
  select c.list, c.part, pg_backend_pid() % 64, sum(c.change)
    from (select 'users' as list, old.role || case when old.is_active then ' active' else ' inactive' end as part, -1 as change
           where old.closed_at is null
          union all
          select 'users', new.role || case when new.is_active then ' active' else ' inactive' end, 1
           where tg_op = 'UPDATE' and new.closed_at is null
          union all
          select 'registrations', ((old.created_at at time zone 'Asia/Kolkata')::date)::text, -1
           where tg_op = 'DELETE' and old.role = 'user') as c
   group by c.list, c.part order by c.list, c.part
  on conflict (list, part, slot) do update set n = list_counts.n + excluded.n;
  return null;
end $function$;

create or replace function method_keep_payee()
 returns trigger
 language plpgsql
as $function$
begin
  insert into former_payees (method_id, since, payee, name, name_hi)
  values (old.id, old.payee_since, method_payee(old.type, old.details), old.name, old.name_hi);
  new.payee_since := greatest(new.updated_at, old.payee_since + interval '1 millisecond');
  return new;
end
$function$;

create or replace function method_payee(type text, details jsonb)
 returns jsonb
 language sql
 immutable
as $function$
  select jsonb_build_object('type', type, 'details', details)
$function$;

create or replace function note_change()
 returns trigger
 language plpgsql
as $function$
begin
  perform note_changes('{}');
  return null;
end $function$;

create or replace function note_change_of_everybody()
 returns trigger
 language plpgsql
as $function$
begin
  perform note_changes(null);
  return null;
end $function$;

create or replace function note_changes(whom integer[])
 returns text
 language plpgsql
as $function$
begin
  if cardinality(whom) > 100 then
    whom := null;
  end if;
  insert into changes (people) values (whom);
  raise notice '%', coalesce(array_to_string(whom, ','), '*') using errcode = 'BK001';
  return null;
end $function$;

create or replace function note_changes_of_people()
 returns trigger
 language plpgsql
as $function$
declare
  whom integer[];
begin
  select array_agg(id) into whom from touched;
  if whom is not null then
    perform note_changes(whom);
  end if;
  return null;
end $function$;

create or replace function note_changes_of_users()
 returns trigger
 language plpgsql
as $function$
declare
  whom integer[];
begin
  select array_agg(user_id) into whom from touched;
  if whom is not null then
    perform note_changes(case when array_position(whom, null) is null then whom end);
  end if;
  return null;
end $function$;

create or replace function record_number()
 returns text
 language sql
as $function$
  -- bytes of a random UUID that hold neither its version nor its variant
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (get_byte(random.bytes, at) & 31), 1), '')
    from (select uuid_send(gen_random_uuid()) as bytes) as random
   cross join unnest(array[0, 1, 2, 3, 4, 5, 9, 10, 11, 12]) as at
$function$;

create or replace function refuse_change()
 returns trigger
 language plpgsql
as $function$
begin
  raise exception 'rows of % are append-only: % refused', tg_table_name, tg_op using errcode = 'restrict_violation';
end $function$;

create or replace function statement_lines_count_late()
 returns trigger
 language plpgsql
as $function$
begin
  if exists (select from day_closings c where c.day = new.day and c.second_by is not null) then
    new.late_on := (select greatest((s.imported_at at time zone 'Asia/Kolkata')::date,
                                    (c.before at time zone 'Asia/Kolkata')::date)
                      from bank_statements s, ledger_closed c
                     where s.id = new.statement_id);
  end if;
  return new;
end $function$;

create or replace function statement_lines_recount()
 returns trigger
 language plpgsql
as $function$
begin
  insert into list_counts (list, part, slot, n)
  select 'statement_lines', c.part, pg_backend_pid() % 64, sum(c.change)
    from (select status as part, -count(*) as change from was group by status
          union all select status, count(*) from became group by status) as c
   group by c.part
  having sum(c.change) <> 0
   order by c.part
  on conflict (list, part, slot) do update set n = list_counts.n + excluded.n;
  return null;
end $function$;

create or replace function statement_lines_stay()
 returns trigger
 language plpgsql
as $function$
begin
  if tg_op = 'DELETE' then
    raise exception 'statement line % is never deleted', old.id;
  end if;
  if (new.statement_id, new.account_id, new.line_no, new.day, new.amount, new.fingerprint, new.occurrence)
     is distinct from
     (old.statement_id, old.account_id, old.line_no, old.day, old.amount, old.fingerprint, old.occurrence) then
    raise exception 'statement line % says what the bank said', old.id;
  end if;
  if old.state = 'matched' and new.state <> 'unmatched'
     and (new.state, new.deposit_id, new.withdrawal_id) is distinct from (old.state, old.deposit_id, old.withdrawal_id) then
    raise exception 'statement line % is matched', old.id using constraint = 'line_used';
  end if;
  return new;
end $function$;

create or replace function transfer_days_add()
 returns trigger
 language plpgsql
as $function$
begin
  insert into transfer_days (day, shard, amount)
  values ((new.ended_at at time zone 'Asia/Kolkata')::date, new.sender_id & 63, new.amount)
  on conflict (day, shard) do update set amount = transfer_days.amount + excluded.amount;
  return null;
end $function$;

create or replace function wallets_not_added()
 returns table(user_id integer, balance bigint)
 language sql
 stable rows 100
 set enable_hashjoin to 'off'
 set enable_mergejoin to 'off'
 set enable_seqscan to 'off'
as $function$
  select a.user_id, a.balance
    -- the upper bound, which is none, tells the planner that they are few
    from (select account_id as id from ledger_entries
           where transfer_id > (select transfers from ledger_added)
             and transfer_id <= (select max(transfer_id) from ledger_entries)
          union
          select id from ledger_accounts
           where id > (select accounts from ledger_added) and id <= (select max(id) from ledger_accounts)) as moved
    join ledger_accounts a on a.id = moved.id
   where a.kind = 'wallet' and a.user_id is not null
$function$;
