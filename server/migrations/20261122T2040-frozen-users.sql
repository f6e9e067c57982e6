-- The list of users can be narrowed to the frozen ones, of whom there are few.
create index users_frozen on users (id) where frozen_at is not null and closed_at is null;
