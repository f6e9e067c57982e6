-- Guesses of passwords and of second factors are counted under the place they come from: a known device or address of the
-- account, a session, or a stranger's address. Wrong codes were counted for the whole account, so whoever held its password
-- or a session could keep its owner out.

alter table login_failures rename to attempts;
alter table attempts rename column account to name;
alter table attempts rename constraint login_failures_pkey to attempts_pkey;
alter index login_failures_by_age rename to attempts_by_age;
-- counts of a day under names that nothing asks for any more
delete from attempts;

alter table second_factors drop column wrong_codes, drop column wrong_at;
