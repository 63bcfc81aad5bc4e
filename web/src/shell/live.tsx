import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
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
      const { viewed, viewing } = session.read()
      const fresh = viewing ? lines.find(({ Id }) => Id === viewed?.Id) : undefined
      if (fresh) session.view(fresh)
      // Said twice the same, it would be heard once: the space makes it another text.
      const words = newsWords(lines)
      if (words) setSaid((before) => (before === words ? `${words} ` : words))
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
