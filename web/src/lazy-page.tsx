import { messages } from '@passbook/contract'
import { type ComponentType, lazy } from 'react'
import { t, told } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { TextLink } from '#ui/text-link.tsx'

/**
 * A page, or a part of one, in a chunk of its own. A chunk that cannot be had (the network, or a new version on the
 * server) becomes an error panel whose button loads the page anew.
 */
export function lazyPage<Props extends object = object>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(() =>
    load().then(
      (page) => ({ default: page }),
      () => ({ default: Unreachable }),
    ),
  )
}

function Unreachable() {
  const message = told(messages.connectionError)
  return (
    <ErrorPanel message={message} onRetry={() => window.location.reload()}>
      <TextLink to={paths.overview}>{t('Go to the overview')}</TextLink>
    </ErrorPanel>
  )
}
