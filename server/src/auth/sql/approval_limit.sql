-- The numbers of every approval; an unknown name is an error. A page counts a code's tries down by
-- limits.transferCodeTries, which a test compares.
create or replace function approval_limit(p_name text) returns int immutable language plpgsql as $$
begin
  case p_name
    when 'pin_tries' then return 5; -- wrong ones in a row lock the PIN
    when 'pin_lock_minutes' then return 15; -- for so long
    when 'pin_tries_total' then return 15; -- wrong ones since it was saved end it
    when 'code_tries' then return 3; -- wrong ones end a code
    when 'code_tries_a_day' then return 15; -- wrong ones on a day end all codes
  end case;
end $$;
