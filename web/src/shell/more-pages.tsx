import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { hasFeature } from '#api/init-user.ts'
import { t, told } from '#i18n/t.ts'
import { useCustomer } from '#session/customer.ts'
import { NavLink } from '#ui/link.tsx'
import { pictures } from './menus.ts'
import { pages } from './pages.tsx'

/** What the bank does beyond the specification, below what the menus are told to have. */
export function MorePages({
  className,
  entryClass,
  iconPx,
  onGo,
}: {
  className: string | undefined
  entryClass: string | undefined
  iconPx: number
  onGo?: () => void
}) {
  const customer = useCustomer()
  const shown = pages.filter(({ more }) => more && hasFeature(customer, more))
  const list = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // On a low screen these scroll: where one is, is seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of page that counts
  useEffect(() => {
    // With the next frame, which lays the page out anyway: asked for here, that happens twice.
    const frame = requestAnimationFrame(() =>
      list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [pathname])
  if (shown.length === 0) return null
  return (
    <nav ref={list} aria-label={t('More')} className={className}>
      {shown.map(({ path, label }) => {
        const Icon = pictures[path]
        return (
          <NavLink key={path} to={path} className={entryClass} onClick={onGo}>
            {Icon ? <Icon size={iconPx} stroke={1.6} aria-hidden /> : null}
            {told(label)}
          </NavLink>
        )
      })}
    </nav>
  )
}
