-- Months of loans that were repaid early stood in front of the queue for ever.
update loan_instalments i set charged_at = l.decided_at
from loans l where l.id = i.loan_id and l.state = 'repaid' and i.charged_at is null;
