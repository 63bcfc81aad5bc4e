-- What the words of a search are looked for in, folded as they are; in two parts, since the
-- second is nearly always ASCII, which costs nothing to fold.
create or replace function search_text(p_name text, p_description text, p_reference text,
  p_account_number text, p_bank text, p_method text)
returns text language sql immutable parallel safe as $$
  select search_fold(p_name || ' ' || p_description) || ' '
    || search_fold(p_reference || ' ' || p_account_number || ' ' || p_bank || ' ' || p_method)
$$;
