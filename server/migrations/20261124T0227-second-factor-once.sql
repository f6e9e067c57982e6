-- Whether an admin has a second factor follows from second_factors, and stands nowhere else.
-- Older programs stop.

alter table users drop column second_factor;

-- replies to polls that are kept depend on it now, as they did on the column
create trigger second_factors_noted_inserted after insert on second_factors
  referencing new table as touched
  for each statement execute function note_changes_of_users();
create trigger second_factors_noted_updated after update on second_factors
  referencing new table as touched
  for each statement execute function note_changes_of_users();
create trigger second_factors_noted_deleted after delete on second_factors
  referencing old table as touched
  for each statement execute function note_changes_of_users();
