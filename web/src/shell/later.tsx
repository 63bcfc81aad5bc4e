import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { page } from '#api/page.ts'
import { paths } from '#paths.ts'
import { useFeature } from '#session/customer.ts'
import { Toasts } from '#ui/toast-cards.tsx'
import { Explaining } from './explaining.tsx'
import { IdleWarning } from './idle-warning.tsx'
import { Live } from './live.tsx'
import { Offline } from './offline.tsx'
import { Panels } from './panels.tsx'
import { Proof } from './proof.tsx'
import { TimeMachine } from './time-machine.tsx'

/** What accompanies every page, and is not seen until something happens. */
export function Later() {
  const events = useFeature('events')
  const explained = useFeature('explain')
  useSlash()
  return (
    <>
      <Panels />
      {events ? <Live /> : null}
      <IdleWarning />
      <Offline />
      <Proof />
      {explained ? <Explaining /> : null}
      <Toasts />
      {page.demo ? <TimeMachine /> : null}
    </>
  )
}

/** The slash leads to the search, unless somebody is typing or something lies over the page. */
function useSlash() {
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
