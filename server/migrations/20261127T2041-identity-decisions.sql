-- the report on decisions counts those on identities in the audit log
-- Programs since 20261127T2000-former-payees go on.
create index concurrently audit_log_identity_decisions on audit_log (at) include (subject_id, admin_id)
  where subject = 'kyc' and action in ('kyc approved', 'kyc rejected');
