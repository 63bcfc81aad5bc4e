/** An IBAN as it is printed, in fours; any other number as it is. */
export const inFours = (number: string): string =>
  /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/i.test(number) ? number.replaceAll(/(.{4})(?=.)/g, '$1 ') : number
