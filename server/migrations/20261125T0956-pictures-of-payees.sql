-- The QR code of a deposit method is a picture of our own store, so that nobody elsewhere can change whom users pay.
-- Older programs stop.

alter table files drop constraint files_purpose_check;
alter table files add constraint files_purpose_check check (purpose in ('identity', 'conversation', 'payee'));
