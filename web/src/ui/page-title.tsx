import { useEffect } from 'react'

/**
 * Names the page in the browser's tab. Sets the title that index.html has, since an element of its
 * own would be a second one, which is no valid HTML.
 */
export function PageTitle({ text }: { text: string }) {
  useEffect(() => {
    document.title = text
  }, [text])
  return null
}
