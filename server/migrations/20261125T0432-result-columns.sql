-- Columns of a bank's result file that were chosen by hand: the next file with the same headings is read the same way.
-- Programs since 20261125T0431-alerts-for-one go on.

create table result_formats (
  headings_hash bytea not null,
  columns jsonb not null,
  saved_at timestamptz not null,
  constraint result_formats_pkey primary key (headings_hash)
);
