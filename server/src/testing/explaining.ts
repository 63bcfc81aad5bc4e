import { type Explanation, explain, type Question } from '@passbook/contract'
import { expect } from 'vitest'
import { answerOf, type TestBank } from './test-bank.ts'

/** An explanation as it comes over the wire: amounts are texts. */
type Sent = Omit<Explanation, 'List' | 'Total' | 'SoFar' | 'AddsUpTo' | 'Postings'> & {
  List: (Omit<Explanation['List'][number], 'Amount'> & { Amount: string })[]
  Total: string
  SoFar: string
  AddsUpTo: string | null
  Postings?: { Side: string; Text: string; Amount: string; Currency: string }[]
}

export const minorOf = (text: string): bigint => BigInt(text.replace('.', ''))

/** Asks for an explanation and follows it to its last page; every page and the sum are checked. */
export async function explainWhole(
  bank: TestBank,
  token: string,
  question: Question,
): Promise<Sent & { pages: number }> {
  const pages: Sent[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const reply = await bank.send(explain, { ...question, ...(cursor && { cursor }) }, { token })
    expect(reply.statusCode, `${JSON.stringify(question)}: ${reply.body}`).toBe(200)
    const page = answerOf(reply).data as Sent
    pages.push(page)
    const sum = pages
      .flatMap(({ List }) => List)
      .reduce((sum, one) => sum + minorOf(one.Amount), 0n)
    expect(minorOf(page.SoFar)).toBe(sum)
    cursor = page.Next
  }
  const last = pages.at(-1) as Sent
  expect(last.AddsUpTo, JSON.stringify(question)).toBe(last.Total)
  return { ...last, List: pages.flatMap(({ List }) => List), pages: pages.length }
}

/** The same of all that it leads to; each part must be what it is made of. Answers how many those are. */
export async function explainDeep(
  bank: TestBank,
  token: string,
  question: Question,
  isWanted: (question: Question) => boolean = () => true,
): Promise<{ whole: Sent; count: number }> {
  const whole = await explainWhole(bank, token, question)
  let count = 1
  for (const part of whole.List) {
    if (!part.Parts || !isWanted(part.Parts)) continue
    const below = await explainDeep(bank, token, part.Parts, isWanted)
    // What an account holds in its own money may be part of a sum in another.
    const amount = part.Original?.split(' ')[0] ?? part.Amount
    expect(below.whole.Total.replace('-', ''), JSON.stringify(part)).toBe(amount.replace('-', ''))
    count += below.count
  }
  return { whole, count }
}
