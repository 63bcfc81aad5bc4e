/**
 * The usual form around a long list, written while the list is read: memory does not grow with it,
 * and between two groups of it the process is everybody's. What fails in the middle ends the text
 * before it is JSON, so that half a list is no reply.
 */
export async function* listReply(
  head: Record<string, unknown>,
  groups: AsyncIterable<unknown[]>,
): AsyncGenerator<string, void, void> {
  const empty = JSON.stringify({ status: 'success', data: { ...head, List: [] } })
  const end = ']}}'
  yield empty.slice(0, -end.length)
  let between = ''
  for await (const group of groups) {
    if (group.length === 0) continue
    yield between + group.map((one) => JSON.stringify(one)).join(',')
    between = ','
  }
  yield end
}
