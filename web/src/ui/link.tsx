import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { closeAll, isOnPassingLayer, whenSettled } from './layers.ts'

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'style'> & {
  /** A path of the site, from its root. */
  to: string
  /** What the next page is told and the address does not show. */
  state?: unknown
}

/**
 * A link inside the site. The router's own also fetches data and code ahead, for a kind of router
 * that we do not use; this one is a tenth of its size.
 */
export function Link({ to, state, onClick, ...props }: LinkProps) {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (event.defaultPrevented || !isPlain(event) || props.target) return
    event.preventDefault()
    // Like the browser: a link to where one is adds no entry to the history.
    const isHere = to === pathname + search + hash
    const replace = isHere || isOnPassingLayer()
    // The page closes what lies over it when it is reached: here it has been reached already.
    const { currentTarget: link } = event
    const stays = link.pathname === pathname && link.closest('dialog')
    if (stays && isHere && !state) return closeAll()
    whenSettled(() => {
      void navigate(to, { state, replace })
      if (stays) closeAll()
    })
  }
  return <a {...props} href={to} onClick={follow} />
}

/** A link that says when it leads to where one is: `aria-current`, which its style can look at. */
export function NavLink(props: LinkProps) {
  const here = useLocation().pathname.replace(/\/$/, '') === props.to
  return <Link {...props} aria-current={here ? 'page' : undefined} />
}

/** A press of the first button without a key that asks for a new tab, a window or a download. */
function isPlain({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !(metaKey || altKey || ctrlKey || shiftKey)
}
