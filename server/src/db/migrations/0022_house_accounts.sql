-- Sixteen sub-accounts ('fx:usd:07') of each of the bank's own accounts: an order locks one of them
-- until its commit, and others go on beside it. The account of before ('fx:usd') keeps its balance
-- and is one of the summands.
insert into ledger_accounts (code, currency, opened_at)
select name || ':' || currency || ':' || lpad(n::text, 2, '0'), currency, now()
from unnest(array['clearing', 'cards', 'crypto', 'cash', 'loans', 'interest', 'fees', 'fx', 'billers', 'equity']) name,
  unnest(array['usd', 'eur', 'gbp', 'rub', 'try', 'aed', 'zar', 'ngn']) currency,
  generate_series(0, 15) n;

-- For their sums (house_balances): these few rows among those of customers and loans.
create index ledger_accounts_house on ledger_accounts (code)
  where owner_id is null and code not like 'loan:%';
