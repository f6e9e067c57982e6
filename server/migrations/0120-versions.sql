-- When an admin last changed a record: what an edit was opened with, so that two admins don't overwrite each other
-- unseen. Null: nobody has changed it since it was made. Plans, packages, methods and settings have had it from the
-- beginning.
alter table plan_categories add column updated_at timestamptz;
alter table upcomings add column updated_at timestamptz;
alter table users add column updated_at timestamptz;
