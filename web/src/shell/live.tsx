import { type BankEvent, type Transaction, transactionReceipt } from '@passbook/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ask } from '#api/client.ts'
import { hearNews, type News } from '#api/events.ts'
import { useSession } from '#session/session.tsx'
import { Hidden } from '#ui/hidden.tsx'
import { newsWords } from '#widgets/news-words.ts'
import { applyNews, isUnknown, linesIn } from './apply-news.ts'

/** Keeps the open pages true to the bank, and says aloud what has happened. */
export function Live() {
  const client = useQueryClient()
  const session = useSession()
  const [said, setSaid] = useState('')

  useEffect(() => {
    const gone = new AbortController()
    let heard = false
    async function take(news: News) {
      // Told since the customer was asked for, and before anybody listened: what it was is not known.
      const early = !heard && isUnknown(client, news)
      heard = true
      if (early) await applyNews(client, { kind: 'missed' })
      await applyNews(client, news)
      if (gone.signal.aborted || news.kind !== 'event') return
      const lines = linesIn(client, news.event)
      void showAgain(lines, news.event)
      // Said twice the same, it would be heard once: the space makes it another text.
      const words = newsWords(lines)
      if (words) setSaid((before) => (before === words ? `${words} ` : words))
    }
    /** The one that is looked at; it may be older than those that are known. */
    async function showAgain(lines: Transaction[], { transactions }: BankEvent) {
      const { viewed, viewing } = session.read()
      const isIt = ({ Id }: { Id: string }) => Id === viewed?.Id
      if (!viewed || !viewing || !transactions.some(isIt)) return
      const asked = () => ask(transactionReceipt, { transactionId: viewed.Id }, gone.signal)
      const fresh = lines.find(isIt) ?? (await asked().catch(() => undefined))
      // Unless it was closed or changed meanwhile.
      const now = session.read()
      if (fresh && now.viewing && now.viewed === viewed) session.view(fresh)
    }
    hearNews((news) => void take(news), gone.signal)
    return () => gone.abort()
  }, [client, session])

  return (
    <div aria-live="polite" data-live>
      <Hidden>{said}</Hidden>
    </div>
  )
}
