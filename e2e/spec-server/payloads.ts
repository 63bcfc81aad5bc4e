// What each call of section 7 is asked with: these fields and no others.

const order = ['source_account', 'amount', 'otp', 'pin']
const person = [...order, 'acc_number', 'acc_name', 'save_recipient']
const nothing: string[][] = [[]]
const dates = ['start_date', 'end_date']

const signup = [
  ...['username', 'firstName', 'middleName', 'lastName', 'phone', 'email', 'city', 'state'],
  ...['country', 'street', 'sex', 'dob', 'occupation', 'account_type', 'kinname', 'kinsurname'],
  ...['kinrelaionship', 'kinphone', 'kinemail', 'kinoccupation', 'kinaddress', 'password'],
  'confirmPassword',
]

/** By method and path, a slash at the end where a slot follows; each with its choices of fields. */
export const payloads: Record<string, readonly string[][]> = {
  'POST login': [['username', 'password']],
  'GET init-user': nothing,
  'POST signup': [signup],
  'GET request-password-reset': [['user']],
  'GET confirm-reset/': nothing,
  'POST reset-password/': [['password', 'confirmPassword']],
  'POST confirm-2fa/': [['otp']],
  'GET token-login/': nothing,
  'GET transactions/': [['page'], ['page', ...dates]],
  'GET acount-overview/': [[], dates],
  'GET transaction-receipt/': nothing,
  'POST account': [['accountType', 'currency', 'accountName']],
  'GET crypto-currency/bitcoin': nothing,
  'POST init-deposit/bitcoin': [['amount', 'usd', 'account']],
  'GET beneficiaries': nothing,
  'POST beneficiaries': [['type', 'account_number', 'account_name', 'bank_name', 'swift_code']],
  'GET resolve-account/': nothing,
  'GET request-otp/': nothing,
  'POST transfer/local': [person],
  'POST transfer/own-account': [[...order, 'destination_account']],
  'POST transfer/card': [[...order, 'card_name', 'card_number', 'card_expiry', 'card_cv2']],
  'POST transfer/crypto': [[...order, 'wallet_address']],
  'POST transfer/': [[...person, 'bank_name', 'bank', 'swift']],
  'POST loan': [['account', 'amount']],
  'POST biller': [['biller', 'accountName', 'account', 'type', 'amount', 'date'], ['name']],
  'GET biller': nothing,
  'GET billers': nothing,
  'POST change-email': [['newEmail']],
  'POST save-password': [['old_password', 'new_password']],
  'POST save-pin': [['newPin', 'password']],
  'POST toggle-2fa': [['login_verification']],
  'POST toggle-alert': [['notification']],
  'POST support': [['email', 'subject', 'content']],
}

/** Which call was asked, and what of it is not as section 7 has it. */
export function payloadOf({
  method,
  path,
  names,
}: {
  method: string
  path: string
  names: string[]
}) {
  const [call = '', ...slot] = path.slice(1).split('/')
  const whole = `${method} ${path.slice(1)}`
  const key = whole in payloads || slot.length === 0 ? whole : `${method} ${call}/`
  const has = (fields: readonly string[]) => [...fields].sort().join(' ')
  const choices = payloads[key]
  if (!choices) return { key, problem: key }
  const fits = choices.some((fields) => has(fields) === has(names))
  return { key, problem: fits ? null : `${key} with ${has(names)}` }
}
