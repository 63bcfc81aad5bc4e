import { successText } from './success-text.ts'

/**
 * The usual form around a long list, written while the list is read: memory does not grow with it,
 * and between two groups of it the process is everybody's. What fails in the middle ends the text
 * before it is JSON, so that half a list is no reply. `empty` is the data with nothing in the list,
 * its last field; all of it is JSON.
 */
export async function* listReply(
  empty: string,
  groups: AsyncIterable<string[]>,
): AsyncGenerator<string, void, void> {
  const end = ']}}'
  yield successText(empty).slice(0, -end.length)
  let between = ''
  for await (const group of groups) {
    if (group.length === 0) continue
    yield between + group.join(',')
    between = ','
  }
  yield end
}
