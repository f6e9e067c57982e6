-- What an operator writes for everybody, a second time in Hindi: beside each English text a column of its name with _hi,
-- empty while there is none; the English stands in then (docs/decisions/0305-hindi-beside-the-english.md).
-- Older programs stop.

alter table deposit_methods
  add column name_hi text not null default '' check (length(name_hi) <= 100),
  add column instructions_hi text not null default '';

alter table balance_packages
  add column name_hi text not null default '' check (length(name_hi) <= 100),
  add column description_hi text not null default '';

alter table plan_categories
  add column name_hi text not null default '' check (length(name_hi) <= 100),
  add column description_hi text not null default '';

alter table plans
  add column name_hi text not null default '' check (length(name_hi) <= 100),
  add column description_hi text not null default '';

alter table upcomings
  add column title_hi text not null default '' check (length(title_hi) <= 200);

-- What the program itself tells is worded in both languages by its kind, so it has none.
alter table notifications
  add column title_hi text not null default '' check (length(title_hi) <= 200),
  add column message_hi text not null default '' check (length(message_hi) <= 2000),
  add constraint notifications_hindi check (kind is null or (title_hi = '' and message_hi = ''));

-- A record keeps the names that it was made with, in both languages.
alter table deposits
  add column method_name_hi text not null default '',
  add column package_name_hi text not null default '';

alter table investments
  add column name_hi text not null default '';
