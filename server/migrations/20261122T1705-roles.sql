-- Admins have roles, and a role is a set of permissions (contract/permissions.ts). The row of users is read with every
-- call of a session, so the roles stand on it. Every admin from before could do everything, so they become owners.

alter table users add column roles text[] not null default '{}';
update users set roles = '{owner}' where role = 'admin';
alter table users
  add constraint users_roles_known
    check (roles <@ array['owner', 'finance', 'kyc', 'support', 'catalogue', 'viewer']),
  -- an admin has a role, a user none
  add constraint users_roles_of_admins check ((role = 'admin') = (cardinality(roles) > 0));
