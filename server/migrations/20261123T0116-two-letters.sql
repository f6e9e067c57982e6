-- Two letters inside of a word find a person too ('sh' finds Asha): trigrams have no shorter parts, so an index over all
-- pairs of neighbouring letters stands beside them (docs/lists.md).
-- Programs since 20261123T0010-paid-before-stop go on.

-- The pairs that begin at odd places, then those at even ones. In plpgsql so that no plan takes it for its cheap parts: it
-- shall be read from the index, not worked out row by row.
create function letter_pairs(searched text) returns text[]
  language plpgsql immutable strict parallel safe cost 1000 as $$
begin
  return string_to_array(regexp_replace(searched, '(..)', E'\\1\t', 'g'), E'\t')
      || string_to_array(regexp_replace(substr(searched, 2), '(..)', E'\\1\t', 'g'), E'\t');
end $$;

-- every search of people for two letters
create index users_by_pairs on users using gin (letter_pairs(searched));
