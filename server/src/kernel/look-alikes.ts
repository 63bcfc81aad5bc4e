import { nameKey } from './name-key.ts'

// Letters of other scripts and the Latin ones that they look like, small or capital. A change here
// needs a migration that fills customers.username_skeleton anew, as 0038_look_alikes.sql did.
const lookAlikes = 'авсԁеёғһніїјкӏмпорԛгѕтуүѵԝхαβεζηικμνορτυχγω'
const latin = 'abcdeefhhiijklmnopqrstyyvwxabezhikmnoptyxyw'

const latinOf = new Map([...lookAlikes].map((letter, at) => [letter, latin[at] ?? letter]))

/** How a name looks: two with the same skeleton cannot be told apart by eye. Takes a `nameKey`. */
export const skeletonOf = (key: string): string =>
  [...key].map((letter) => latinOf.get(letter) ?? letter).join('')

/**
 * How a name looks at a glance, for names that are compared with those of a short list: its skeleton
 * without accents and punctuation, and with one letter for those that many typefaces draw alike.
 */
export const glanceOf = (name: string): string =>
  skeletonOf(nameKey(name))
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]|\p{P}|\p{S}/gu, (sign) => alike[sign] ?? '')
    .replaceAll(/[i1ıɩ0]|rn|vv/g, (sign) => alike[sign] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()

const alike: Record<string, string> = {
  i: 'l',
  1: 'l',
  ı: 'l',
  ɩ: 'l',
  '|': 'l',
  0: 'o',
  rn: 'm',
  vv: 'w',
}
