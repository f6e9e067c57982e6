-- every search of people for one letter
-- Programs since 20261125T0321-reconciliation go on.
create index concurrently users_by_letter on users using gin (letters(searched));
