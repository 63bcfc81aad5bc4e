import { isPlainName } from './fields.ts'

// Letters and marks of any script, spaces, apostrophes as they are typed (Hebrew has its own, two of
// them), hyphens, and the dots of initials and between the parts of a Catalan, Chinese or Japanese name.
// Signs that nobody sees are taken out by the bank, but for joiners where a script needs them.
const signs = String.raw`\p{L}\p{M}\p{Zs}\p{Default_Ignorable_Code_Point}'’‘׳״.·・־‐‑-`
const personName = new RegExp(String.raw`^(?=.*\p{L})[${signs}]*$`, 'u')
const accountName = new RegExp(String.raw`^(?=.*[\p{L}\p{Nd}])[\p{Nd}${signs}]*$`, 'u')

/** Whether a text can be the name of a person, or a part of it. */
export const isPersonName = (name: string): boolean => personName.test(name) && isPlainName(name)

/** Whether a text can be the name of an account: digits may stand in it. */
export const isAccountName = (name: string): boolean => accountName.test(name) && isPlainName(name)
