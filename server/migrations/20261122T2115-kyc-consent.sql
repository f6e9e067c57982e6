-- Which version of the purpose of identity records their owner agreed to, in which language and when. Null for records of
-- before, and for those that a client sent without it.

alter table kyc_records
  add column consent_version integer,
  add column consent_language text,
  add column consent_at timestamptz,
  add constraint kyc_records_consent check (
    (consent_version is null) = (consent_at is null) and (consent_language is null) = (consent_at is null)
    and consent_version > 0 and consent_language in ('en', 'hi'));
