-- The accounts whose owners asked for it, in that order.
-- Programs since 20261127T2115-audit-seals go on.
create index concurrently users_closing on users (closing_asked_at) where closing_asked_at is not null and closed_at is null;
