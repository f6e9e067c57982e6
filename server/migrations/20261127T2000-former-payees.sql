-- A deposit is recorded with the payee that its payer was shown, although the method may have another by now.
-- Programs since 20261126T2321-users-by-letter go on.

-- Milliseconds, as calls have them.
alter table deposit_methods add column payee_since timestamptz not null default date_trunc('milliseconds', now());
-- Null for deposits from before this column.
alter table deposits add column payee_since timestamptz;

-- Each payee that a method had before, by the moment since which it had it, under the name that it had last.
create table former_payees (
  method_id integer not null references deposit_methods,
  since timestamptz not null,
  payee jsonb not null,
  name text not null,
  name_hi text not null,
  constraint former_payees_pkey primary key (method_id, since)
);

create function method_payee(type text, details jsonb) returns jsonb language sql immutable as $$
  select jsonb_build_object('type', type, 'details', details)
$$;

create function method_keep_payee() returns trigger language plpgsql as $$
begin
  insert into former_payees (method_id, since, payee, name, name_hi)
  values (old.id, old.payee_since, method_payee(old.type, old.details), old.name, old.name_hi);
  new.payee_since := greatest(new.updated_at, old.payee_since + interval '1 millisecond');
  return new;
end
$$;
create trigger method_keep_payee before update on deposit_methods
  for each row when ((new.type, new.details) is distinct from (old.type, old.details)) execute function method_keep_payee();
create trigger former_payees_append_only before delete or update on former_payees
  for each row execute function refuse_change();
create trigger former_payees_no_truncate before truncate on former_payees for each statement execute function refuse_change();
