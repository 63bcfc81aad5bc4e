/** What is changed in one file to break a statement of the specification; `from` stands there once. */
export type Break = { statement: string; file: string; from: string; to: string }

/** Rules of the specification, each turned into its opposite or left out. */
export const ruleBreaks: readonly Break[] = [
  rule('§2.11.6', 'web/src/ui/pager.tsx', 'disabled={page <= 1}', 'disabled={page <= 0}'),
  rule('§2.11.6', 'web/src/ui/pager.tsx', 'disabled={page >= count}', 'disabled={page > count}'),
  rule('§5.71', 'contract/src/dates.ts', 'start === today && end', 'start === today || end'),
  rule('§7.14', 'contract/src/dates.ts', 'end === today ? {}', 'end !== today ? {}'),
  rule('§4.24', 'web/src/ui/money.tsx', "'credit' ? '+' :", "'credit' ? '' :"),
  rule('§4.24', 'web/src/ui/money.tsx', "'debit' ? '-' :", "'debit' ? '+' :"),
  rule('§2.19.2', 'web/src/features/cards/cards-page.tsx', '**** {last}', '*** {last}'),
  rule('§9.14', 'web/src/features/cards/cards-page.tsx', "'$')} USD", "'$')} EUR"),
  rule('§6.6', 'web/src/features/deposits/method-list.tsx', '&& allowCrypto === true', ''),
  rule('§6.5', 'web/src/features/transfers/type-list.tsx', 'user.CryptoPayment === true', 'true'),
  rule('§6.7', 'web/src/features/transfers/transfer-flow.tsx', 'user.UseOtp === true', 'false'),
  rule('§9.20', 'contract/src/dates.ts', 'pad(year % 100)', 'pad(year)'),
  rule(
    '§3.23',
    'contract/src/signup.ts',
    "messages.sexInvalid), 'male'",
    "messages.sexInvalid), 'female'",
  ),
  rule('§3.16', 'contract/src/catalog.ts', 'Netflix Inc', 'Netflix'),
  rule('§9.13', 'web/src/features/deposits/deposit-form.tsx', ": '$'}", ": '€'}"),
]

function rule(statement: string, file: string, from: string, to: string): Break {
  return { statement, file, from, to }
}
