import { useEffect } from 'react'

/** Names the step that a page is at, before the name of the page. */
export function StepTitle({ text }: { text: string }) {
  useEffect(() => {
    let page: string | null = null
    // After the page has said its own name, which on arrival it does last.
    const timer = setTimeout(() => {
      page = document.title
      document.title = `${text} · ${page}`
    })
    return () => {
      clearTimeout(timer)
      if (page !== null) document.title = page
    }
  }, [text])
  return null
}
