/**
 * Every text that the specification quotes, spelled as it spells it, and the few that were
 * decided. Client and server say nothing about these things in other words.
 */
export const messages = {
  // Log in
  usernameInvalid: 'Invalid username',
  passwordInvalid: 'Invalid password',
  passwordTooShort: 'Password is too short',
  credentialsWrong: 'Invalid username or password',
  authenticationRequired: 'authentication_required',
  customerBlocked: 'This profile is blocked. Contact support',
  codeWrong: 'Invalid or expired code',
  codeSent: 'A new code has been sent',
  sessionEnded: 'Session ended. Log in again',

  // Sign up
  accountTypeMissing: 'Select an account type',
  usernameMissing: 'Make a valid username',
  usernameTooShort: 'Username is too short',
  usernameTaken: 'Username is not available',
  emailTaken: 'Email is not available',
  firstNameMissing: 'Enter your legal first name',
  lastNameMissing: 'Enter your legal last name',
  phoneMissing: 'Enter your phone number',
  phoneInvalid: 'Invalid phone number',
  signupEmailInvalid: 'Enter your valid email',
  occupationMissing: 'Enter your occupation',
  dobMissing: 'Select your date of birth',
  countryMissing: 'Country is required',
  stateMissing: 'State of residence is required',
  cityMissing: 'City of residence is required',
  sexInvalid: 'Select your sex',
  kinNameMissing: 'Enter a valid first name',
  kinNameTooShort: 'Name is too short',
  kinSurnameMissing: 'Enter a valid last name',
  kinRelationshipMissing: 'Select relationship',
  kinOccupationMissing: 'Enter a valid occupation',
  kinAddressMissing: 'Address is required',
  newPasswordMissing: 'Make a hard to guess password',
  newPasswordTooShort: 'The password is too short',
  passwordsDiffer: "Passwords don't match",

  // Reset
  resetUserMissing: 'Enter your username or email address',
  resetLinkSent: 'If the account exists, a link to reset its password is on the way to its email.',
  resetPasswordMissing: 'Password is empty',
  resetLinkInvalid: 'Invalid reset link',

  // Money and accounts
  accountNameMissing: 'Enter a name for the account',
  accountTypeInvalid: 'Select a valid account type',
  currencyInvalid: 'Select a valid currency',
  accountLimit: 'You can hold at most 10 accounts',
  destinationMissing: 'Select a destination account',
  amountInvalid: 'Enter a valid amount',
  depositUnavailable: 'Deposit is unavailable at the moment. try again after some time.',
  depositPending:
    'Your deposit is pending. It will be completed when once the transfer is confirmed.',
  insufficientFunds: 'Insufficient funds',
  dailyLimit: 'Daily transfer limit reached',
  accountNotYours: 'This account is not available to you',

  // Transfer
  transferFieldsMissing: 'Fill all reqired fields to continue',
  ownDestinationMissing: 'Select destination account to continue',
  payeeUnknown: 'Enter a valid account number',
  bankMissing: 'Select a valid bank',
  swiftAndBankMissing: 'Both swift and bank name are required',
  cardInvalid: 'Please supply valid card info',
  walletInvalid: 'Please enter a valid wallet address',
  pinInvalid: 'Invalid PIN',
  pinNotSet: 'Set a PIN first',
  otpInvalid: 'Invalid OTP. Enter a valid OTP codes',
  transferFailed: 'Transfer failed',
  otpRequestFailed: 'Request failed. try again',

  // Beneficiaries and bills
  beneficiaryNumberInvalid: 'Invalid account number',
  beneficiaryNameMissing: 'Unable to resolve account name. Please supply account name',
  beneficiaryBankMissing: 'enter bank name',
  beneficiarySwiftMissing: 'Enter customer swift code',
  beneficiaryTypeInvalid: 'Select transfer type',
  billerMissing: 'Select a biller',
  billNameMissing: 'Enter your account name',
  billAccountMissing: 'Select a source acount',
  billTypeMissing: 'Select bill type',
  billDateMissing: 'select billing date',
  billerNameMissing: 'Enter biller name',

  // Profile and support
  emailInvalid: 'Invalid email address',
  oldPasswordMissing: 'Your old password is required',
  changedPasswordMissing: 'Enter a new password',
  currentPasswordMissing: 'Enter your current password',
  supportEmailInvalid: 'invalid email address',
  supportSubjectMissing: 'Subject is empty',
  supportContentMissing: 'message content is empty',
  flagInvalid: 'Choose on or off',

  // Dates and receipts
  dateInvalid: 'Enter a valid date',
  datesIncomplete: 'Select both a start date and an end date',
  datesReversed: 'Start date is after end date',
  pageInvalid: 'Invalid page',
  receiptUrlInvalid: 'Invalid receipt URL',
  receiptUnavailable: 'Unable to load the receipt',

  // Empty lists
  noBeneficiaries: 'Your beneficiaries list is empty',
  noBills: 'Your bills list is empty',
  noTransactions: 'Your transacton list is empty',
  noCards: 'You do not have a card yet',
  noDebts: 'No debts available.',

  // Toasts
  walletCopied: 'The wallet address have been copied successfully',
  loanRequested: 'Your loan request have been submitted',
  beneficiarySaved: 'Beneficiary saved succesfully',
  beneficiarySavedTitle: 'Beneficiary saved',
  billSaved: 'Bill saved successfully',
  accountCreated: 'Account created successfully',
  accountCreatedTitle: 'Acount Created',
  emailChanged: 'Email changed successfully',
  passwordChanged: 'Password changed successfully',
  pinSaved: 'PIN saved successfully',
  twoStepSaved: '2FA set successfully',
  alertSaved: 'Transaction alert set successfully',

  // Failures of a request
  internalError: 'Internal Application error',
  connectionError: 'connection error. check your connection and try again',
  timedOut: 'connection timed out. try again after a while',
  notFound: 'Internal application error. Try again after some time',
  somethingWrong: 'Something went wrong. Try again after some time',
  formIncomplete: 'The form was incomplete. Send it again',
  formUnreadable: 'The form has characters that cannot be read',
  unsupportedType: 'Send the request as a form',
  tooLarge: 'The request is too large',
  methodNotAllowed: 'This method is not allowed here',
  tooLong: 'This text is too long',
  busy: 'The bank is busy. Try again in a moment',
  tooMany: 'Too many attempts. Try again later',
  keyReused: 'This order differs from the one first sent with its key',
  crossSite: 'This request came from another site',
} as const

export type Message = (typeof messages)[keyof typeof messages]
