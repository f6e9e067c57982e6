-- Pictures that users handed in. The bytes lie encrypted in DATA_DIR/uploads or an S3-compatible store, each file
-- under a key of its own; here is only that key, sealed by the key ring of APP_SECRET.

create table files (
  -- 128 random bits; also the name in the store
  id text primary key constraint files_id check (length(id) = 22),
  owner_id integer not null references users,
  -- of the ciphertext
  bytes integer not null check (bytes > 0),
  sealed_key bytea not null,
  -- writing: the row is there first, so that no ciphertext is ever without one; stored: complete, used by nobody;
  -- kept: a record stands on it; doomed: its ciphertext goes, then the row
  state text not null constraint files_state check (state in ('writing', 'stored', 'kept', 'doomed')),
  created_at timestamptz not null
);
-- what one user has stored (quota), and erasing it
create index files_by_owner on files (owner_id);
-- the purge of what nobody uses
create index files_unused on files (created_at) where state <> 'kept';

-- Keys that must outlive a change of APP_SECRET (the one that ID numbers are hashed with), sealed by the key ring.
create table kept_keys (
  purpose text primary key,
  sealed bytea not null
);
