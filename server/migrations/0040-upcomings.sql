-- Titled external links that admins keep for the mobile menu. A handful of rows, read whole.

create table upcomings (
  id integer generated always as identity primary key,
  title text not null check (length(title) between 1 and 200),
  -- an http(s) address, or null for an item without a page yet
  link text check (link ~* '^https?://'),
  created_at timestamptz not null
);
