-- One letter finds a person anywhere in their name, e-mail address or phone number, as more letters do (docs/lists.md#searches). In
-- plpgsql for the reason of letter_pairs: it shall be read from the index, not worked out row by row.
-- Programs since 20261125T0321-reconciliation go on.
create function letters(searched text) returns text[]
  language plpgsql immutable strict parallel safe cost 1000 as $$
begin
  return string_to_array(searched, null);
end $$;
