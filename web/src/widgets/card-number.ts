import { limits } from '@passbook/contract'

export const digitsIn = (text: string) => text.replaceAll(/\D/g, '')

/** `4242424242424242` is typed as `4242 4242 4242 4242`; what follows the 16th digit is dropped. */
export const groupCard = (text: string) =>
  digitsIn(text)
    .slice(0, limits.cardNumberLength)
    .replaceAll(/\d{4}(?=\d)/g, '$& ')

/** The card as it is shown again: its last four digits only. */
export const maskedCard = (number: string) => `**** ${digitsIn(number).slice(-4)}`
