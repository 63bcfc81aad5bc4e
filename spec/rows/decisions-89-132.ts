import type { Decision } from './decision.ts'
import { t } from './tests.ts'

export const late: readonly Decision[] = [
  {
    row: 89,
    point: '§5 password change: new may be 1 char',
    decision: 'server minimum 4 `Password is too short`; other sessions revoked',
    tag: 'F',
    tests: [t.profile.password, t.security.passwordRefused, t.security.others],
  },
  {
    row: 90,
    point: '§9 minimum password 4 (NIST SP 800-63B-4: 8 with MFA, 15 alone; OWASP ASVS #3242)',
    decision:
      'accept ≥4 as told; strength meter, breach list warning, argon2id, throttle; `PASSWORD_MIN` config',
    tag: 'K',
    tests: [t.auth.signup, t.web.score, t.gaps.consent, t.signIn.limits, t.passwords.least],
  },
  {
    row: 91,
    point: '§2.21 UseOtp has no control',
    decision:
      'default on for new customers; no control in the profile (the operator sets it). Demo data has one customer with it on and one with it off',
    tag: 'I',
    tests: [t.signUp.start, t.demo.plain, t.demo.careful, t.operator.flags],
  },
  {
    row: 92,
    point: '§7 toggle values over multipart',
    decision: 'accept true/false/1/0/on/off',
    tag: 'I',
    tests: [t.security.switches, t.contract.others],
  },
  {
    row: 93,
    point: '§2.21 what alerts do',
    decision: 'e-mail + in-app per completed or failed movement',
    tag: 'I',
    tests: [t.outbox.both, t.outbox.off],
  },
  {
    row: 94,
    point: '§2.22 no reference, no thread',
    decision:
      'a ticket number in the confirmation under the told text; message stored and mailed to the bank’s support address',
    tag: 'I',
    tests: [t.profile.support, t.supporting.kept],
  },
  {
    row: 95,
    point: '§3 Status, Completed, State overlap',
    decision: 'State rules; Completed = completed; Status = not failed',
    tag: 'C',
    tests: [t.accounts.line],
  },
  {
    row: 96,
    point: '§3 `Created` parts or timestamp',
    decision: 'server RFC 3339; client reads both',
    tag: 'C',
    tests: [t.contract.plain, t.dates.leaves],
  },
  {
    row: 97,
    point: '§3 Id "used as reference" and Reference',
    decision: 'show Id; Reference = end-to-end id',
    tag: 'C',
    tests: [t.area.receipt, t.accounts.line],
  },
  {
    row: 98,
    point: '§3 Same, Objective, Method, Gateway, Mode, Verification',
    decision: 'both legs in-bank; purpose text; kind; rail; `live`; KYC state',
    tag: 'I',
    tests: [t.accounts.line, t.firstLoad.user],
  },
  {
    row: 99,
    point: '§3 User PascalCase versus init-user snake_case',
    decision:
      'the PascalCase User of section 3 plus the four names that init-user lists (first_name, last_name, email, has_pin)',
    tag: 'C',
    tests: [t.firstLoad.user],
  },
  {
    row: 100,
    point: '§3 init-user shape of per-account entries, `currency`',
    decision:
      '`data.accounts[{account,transactions,income,expenses}]`; currency = first account’s; 5 recent',
    tag: 'I',
    tests: [t.firstLoad.data],
  },
  {
    row: 101,
    point: '§3 HTML-encoded symbol',
    decision: 'send encoded; decode by entity table, never innerHTML',
    tag: 'F',
    tests: [t.contract.symbols, t.web.symbol],
  },
  {
    row: 102,
    point: '§3 amounts type',
    decision:
      'bigint minor units in code and in the database; on the wire decimal text with two digits (`"1250.00"`), positive, the sign is the Type’s',
    tag: 'I',
    tests: [t.money.wire, t.money.arrives],
  },
  {
    row: 103,
    point: '§4 login stores token even if status not success?',
    decision: 'status checked first; `authentication_required` carries success',
    tag: 'C',
    tests: [t.auth.code, t.auth.unreachable],
  },
  {
    row: 104,
    point: '§4 token stored versus "auth data" stored',
    decision: 'one shape `{token}`',
    tag: 'C',
    tests: [t.stored.one],
  },
  {
    row: 105,
    point: '§4 no accounts (Id empty)',
    decision: 'empty state + add account',
    tag: 'I',
    tests: [t.gaps.none],
  },
  {
    row: 106,
    point: '§4 fast account switching',
    decision: 'abort stale requests',
    tag: 'I',
    tests: [t.area.switcher],
  },
  {
    row: 107,
    point: '§4 server transitions',
    decision: 'pending→completed/failed; completed only via reversing entry',
    tag: 'I',
    tests: [t.shell.settles, t.orders.fails, t.ledger.reversed],
  },
  {
    row: 108,
    point: '§5 date of birth check never fires',
    decision: 'client asks with that message; server accepts absence',
    tag: 'F',
    tests: [t.auth.signup, t.contract.security],
  },
  {
    row: 109,
    point: '§5 10-digit phone with world country list',
    decision: 'rule kept',
    tag: 'C',
    tests: [t.contract.personal, t.auth.signup],
  },
  {
    row: 110,
    point: '§5 last name ≥3 refuses Li, Ng, Wu',
    decision: 'kept; config to relax; documented',
    tag: 'K',
    tests: [
      t.contract.personal,
      t.contract.lastName,
      t.auth.signup,
      t.signUp.lastName,
      t.otherSettings.name,
    ],
  },
  {
    row: 111,
    point: '§5 kin sentence in brackets',
    decision: 'first name ≥3, last name non-empty, nothing else',
    tag: 'C',
    tests: [t.contract.kin, t.auth.signup],
  },
  {
    row: 112,
    point: '§5 `5.5` on blur',
    decision: 'pad to 2; `.00` only if no decimals',
    tag: 'I',
    tests: [t.web.left, t.services.card],
  },
  {
    row: 113,
    point: '§8 validation by browser alerts',
    decision:
      'one `alert(message)` adapter that shows an in-page modal alert (role alertdialog, the message, OK, focus returned), plus `aria-invalid` and the same text at the field',
    tag: 'K',
    tests: [t.web.alert, t.web.marked, t.transfers.checks],
  },
  {
    row: 114,
    point: '§6 token in local storage; key unknown',
    decision:
      'kept, key `auth`; strict CSP, no third-party script, 15-min idle warning, server session table',
    tag: 'K',
    tests: [
      t.stored.one,
      t.pageFile.headers,
      t.area.idle,
      t.web.idle,
      t.sessions.idle,
      t.sessions.hash,
    ],
  },
  {
    row: 115,
    point: '§6 logout clears all (also theme, language)',
    decision:
      'logout clears all local and session storage; the colour scheme, which is no login data, lives in a cookie',
    tag: 'F',
    tests: [t.auth.logout, t.stored.gone, t.area.sections],
  },
  {
    row: 116,
    point: '§6 AllowRememberDevice no UI',
    decision: 'not built now; the flag is sent as false',
    tag: 'I',
    tests: [t.firstLoad.user],
  },
  {
    row: 117,
    point: '§7 bearer versus `user_auth` query',
    decision: 'client bearer; query form off by default, redacted',
    tag: 'C',
    tests: [t.sessions.query, t.client.token, t.logs.secrets],
  },
  {
    row: 118,
    point: '§7 init-user 401 silent',
    decision: 'clear, silent `/login?next=`; drafts kept in memory (WCAG 2.2.5)',
    tag: 'F',
    tests: [t.area.ended, t.transfers.ended, t.client.ends],
  },
  {
    row: 119,
    point: '§7 page attributes’ names',
    decision: '`data-api-root`, `data-system-name` on `<html>`',
    tag: 'I',
    tests: [t.pageFile.attributes],
  },
  {
    row: 120,
    point: '§9 timeout 0, yet a timeout text',
    decision: 'keep 0; 408/504/abort map to the text',
    tag: 'C',
    tests: [t.texts.reads, t.contract.numbers],
  },
  {
    row: 121,
    point: '§8 "404 bad request"',
    decision: 'every 404 gets that text, so the server answers 404 for unknown paths only',
    tag: 'C',
    tests: [t.texts.reads, t.http.unknown],
  },
  {
    row: 122,
    point: '§8 helper’s other words',
    decision: '`Something went wrong. Try again after some time`',
    tag: 'I',
    tests: [t.texts.other, t.texts.reads],
  },
  {
    row: 123,
    point: '§9 anti-forgery names',
    decision: '`XSRF-TOKEN` / `X-XSRF-TOKEN`',
    tag: 'I',
    tests: [t.pageFile.cookie, t.http.cookie, t.client.token],
  },
  {
    row: 124,
    point: '§9 about 40 banks not named',
    decision:
      'Ziraat, İş Bankası, Garanti BBVA, Akbank, Yapı Kredi, Halkbank, VakıfBank, DenizBank, QNB · Audi, BLOM, Byblos, Fransabank, Bank of Beirut, Libano-Française · FAB, …',
    tag: 'I',
    tests: [t.gaps.banks, t.contract.lists],
  },
  {
    row: 125,
    point: 'could be misused as a fake-bank kit',
    decision:
      'demo mode shows a small fixed badge `Demo bank, no real money`; no editable balances; no COT',
    tag: 'I',
    tests: [t.area.overview, t.audit.refuses, t.firstLoad.user],
  },
  {
    row: 126,
    point: '§3/§6 defaults of a new customer’s flags',
    decision:
      'UseLoginVerification off, AllowUserManageLoginVerification on, AllowTransfer on, UseOtp on, CryptoPayment off, PendingTransfer off, Emailnotification on, Blocked …',
    tag: 'I',
    tests: [t.signUp.start],
  },
  {
    row: 127,
    point: '§7 shapes not spelled out',
    decision:
      '`biller` is the biller’s name; add-biller is a body with `name` only; `dob` is yyyy-mm-dd; account selectors start empty; a call authenticates before it validates',
    tag: 'I',
    tests: [t.bills.biller, t.bills.saved, t.http.stranger],
  },
  {
    row: 128,
    point: '§7 retry of a transfer whose reply was lost',
    decision:
      'order on the server: known Idempotency-Key and same order -> first answer; then PIN and code',
    tag: 'I',
    tests: [t.orders.key, t.orders.otherOrder, t.transfers.lost, t.transfers.reload, t.web.again],
  },
  {
    row: 129,
    point: '§5/§9 codes run out, locks',
    decision:
      'code boxes offer a resend with countdown; LockOTP and PIN lock say when they end; each has a journey',
    tag: 'I',
    tests: [
      t.transfers.code,
      t.auth.resend,
      t.locks.pin,
      t.locks.deadPin,
      t.locks.codes,
      t.locks.time,
    ],
  },
  {
    row: 130,
    point: '§2.8/2.9 a row in any list',
    decision:
      'every transaction row, side panel included, is a button whose name holds title and amount and which opens the detail',
    tag: 'I',
    tests: [t.area.overview, t.area.receipt],
  },
  {
    row: 131,
    point: '§3 Profilepic, imageUrl',
    decision:
      'imageUrl is the base of uploaded pictures; without Profilepic initials; demo customers have none',
    tag: 'I',
    tests: [t.gaps.person, t.firstLoad.data],
  },
  {
    row: 132,
    point: 'a new customer has 0.00 and both deposits refuse',
    decision:
      'the overview’s empty state shows the account number to receive money and leads to Quick Loan',
    tag: 'I',
    tests: [t.gaps.switcher, t.area.addAccount],
  },
]
