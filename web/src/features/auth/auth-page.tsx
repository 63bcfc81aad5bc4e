import type { ReactNode } from 'react'
import { page } from '#api/page.ts'
import { t } from '#i18n/t.ts'
import { cx } from '#ui/cx.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import classes from './auth-page.module.css'

/** One page of the frame: the label, the heading and a line under it, then its content. */
export function AuthPage({
  title,
  subtitle,
  wide = false,
  children,
}: {
  title: string
  subtitle?: ReactNode
  wide?: boolean
  children: ReactNode
}) {
  return (
    <div className={cx(classes.page, wide && classes.wide)} data-wide={wide ? '' : undefined}>
      <PageTitle text={`${title} · ${page.systemName}`} />
      <header>
        <p className={classes.label}>{t('Online Banking')}</p>
        <PageHeading key={title} className={cx(classes.title)}>
          {title}
        </PageHeading>
        {subtitle ? <p className={classes.subtitle}>{subtitle}</p> : null}
      </header>
      {children}
    </div>
  )
}
