import { hasFeature } from '#api/init-user.ts'
import { t, told } from '#i18n/t.ts'
import { useCustomer } from '#session/customer.ts'
import { NavLink } from '#ui/link.tsx'
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
  if (shown.length === 0) return null
  return (
    <nav aria-label={t('More')} className={className}>
      {shown.map(({ path, label, icon: Icon }) => (
        <NavLink key={path} to={path} className={entryClass} onClick={onGo}>
          {Icon ? <Icon size={iconPx} stroke={1.6} aria-hidden /> : null}
          {told(label)}
        </NavLink>
      ))}
    </nav>
  )
}
