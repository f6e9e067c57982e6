-- Closing an account erases what the audit log and the sent mails say about the person. A row of the log keeps its place and
-- its hash; its values, and the salt without which they could be guessed from the hash, go. What is left is signed for by the
-- row that records the erasing (server/src/audit/erasing.ts), so a change by hand is still found. A mail that names somebody
-- else than its recipient says whom.

alter table audit_log
  add column salt bytea,
  add column erased_at timestamptz,
  add constraint audit_log_erased check (erased_at is null or salt is null);

create function audit_log_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('bittkosh.erasing', true) = 'on' and new.erased_at is not null
     and (new.id, new.at, new.admin_id, new.action, new.subject, new.subject_id, new.hash, new.approved_by)
         is not distinct from
         (old.id, old.at, old.admin_id, old.action, old.subject, old.subject_id, old.hash, old.approved_by)
  then
    return new;
  end if;
  raise exception 'rows of % are append-only: % refused', tg_table_name, tg_op using errcode = 'restrict_violation';
end $$;

drop trigger audit_log_append_only on audit_log;
create trigger audit_log_append_only before delete or update on audit_log for each row execute function audit_log_keep();

alter table outbox add column about integer;
