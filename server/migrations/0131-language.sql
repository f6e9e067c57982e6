-- Mails are written in the language that a person chose last, also those that someone else causes (reliability.md T29, T33).
alter table users
  add column language text not null default 'en' constraint users_language check (language in ('en', 'hi'));
