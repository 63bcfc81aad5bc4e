import { explain, type Output, type Sent } from '@passbook/contract'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { questionOf } from '#widgets/question.ts'

type Asked = Sent<typeof explain>
export type Page = Output<typeof explain>

/** The first page of what a figure is made of. */
export function explainQuery(text: string) {
  const question = questionOf(text)
  return queryOptions({
    // Begins as the account's lists do: what moves money changes what it is made of.
    queryKey: [...keys.transactionsOf(question.account ?? ''), 'explain', text],
    queryFn: ({ signal }) => readOn(question, null, signal),
    staleTime: 0,
  })
}

/** One answer looks at so many lines only, and may list none of them. */
const answersAtOnce = 5

/** A page from a place on, in as many answers as it takes to have something on it. */
export async function readOn(
  question: Asked,
  cursor: string | null,
  signal = new AbortController().signal,
): Promise<Page> {
  let place = cursor
  for (let nth = 1; ; nth += 1) {
    const page = await ask(explain, { ...question, ...(place && { cursor: place }) }, signal)
    if (page.List.length > 0 || !page.Next || nth === answersAtOnce) return page
    place = page.Next
  }
}
