/** Tests of one file by short names, each as the file and a part of the test’s name. */
export function named<const T extends Record<string, string>>(file: string, parts: T) {
  return Object.fromEntries(
    Object.entries(parts).map(([key, part]) => [key, `${file} › ${part}`]),
  ) as { [K in keyof T]: string }
}
