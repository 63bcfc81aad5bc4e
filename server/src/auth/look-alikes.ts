// Letters of other scripts and the Latin ones that they look like, small or capital. A change here
// needs a migration that fills customers.username_skeleton anew, as 0038_look_alikes.sql did.
const lookAlikes = 'авсԁеёғһніїјкӏмпорԛгѕтуүѵԝхαβεζηικμνορτυχγω'
const latin = 'abcdeefhhiijklmnopqrstyyvwxabezhikmnoptyxyw'

const latinOf = new Map([...lookAlikes].map((letter, at) => [letter, latin[at] ?? letter]))

/** How a name looks: two with the same skeleton cannot be told apart by eye. Takes a `nameKey`. */
export const skeletonOf = (key: string): string =>
  [...key].map((letter) => latinOf.get(letter) ?? letter).join('')
