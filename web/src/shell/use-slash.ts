import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#paths.ts'
import { useFeature } from '#session/customer.ts'

/** The slash leads to the search, unless somebody is typing or something lies over the page. */
export function useSlash() {
  const searchable = useFeature('search')
  const navigate = useNavigate()
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      const isTyping = document.activeElement?.matches('input, select, textarea')
      if (isTyping || document.querySelector('dialog[open]')) return
      event.preventDefault()
      const box = document.querySelector<HTMLElement>('input[type="search"]')
      if (box) box.focus()
      else void navigate(`${paths.transactions}?find=`)
    }
    if (searchable) document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [searchable, navigate])
}
