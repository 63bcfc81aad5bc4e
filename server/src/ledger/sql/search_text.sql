-- What the words of a search are looked for in. Only ASCII letters are folded, which is the same in
-- every locale; whoever asks gives the other letters in each of their forms.
create or replace function search_text(p_name text, p_description text, p_reference text,
  p_account_number text, p_bank text, p_method text)
returns text language sql immutable parallel safe as $$
  select lower((p_name || ' ' || p_description || ' ' || p_reference || ' ' || p_account_number
    || ' ' || p_bank || ' ' || p_method) collate "C")
$$;
