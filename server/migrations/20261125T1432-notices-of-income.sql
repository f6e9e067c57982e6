-- The referral income of a month is one notice. Older ones name no month, so they are in nobody's way.
-- Programs since 20261125T0321-reconciliation go on.
create unique index concurrently notifications_of_income on notifications (user_id, (values ->> 'month')) where kind = 'referral_income';
