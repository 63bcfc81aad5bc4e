/**
 * One spelling per name: look-alikes by case, width, composition or invisible characters are the
 * same customer. Upper case first, since only that way every form of a letter meets.
 */
export const nameKey = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .trim()
