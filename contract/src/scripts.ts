// Scripts whose letters pass for one another.
const alike = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
)

/** Whether a name keeps to one of the scripts that look alike: with two it can pass for another's. */
export function isOfOneScript(name: string): boolean {
  const plain = name.normalize('NFKC')
  return alike.filter((script) => script.test(plain)).length <= 1
}
