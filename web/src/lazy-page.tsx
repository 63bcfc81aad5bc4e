import { messages } from '@passbook/contract'
import { type ComponentType, lazy, useState } from 'react'
import { t, told } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { TextLink } from '#ui/text-link.tsx'

/** A page in a chunk of its own, which can be had before it is drawn. */
export type LazyPage<Props extends object = object> = ComponentType<Props> & {
  load(): Promise<unknown>
}

/**
 * A page, or a part of one, in a chunk of its own. A chunk that cannot be had (the network, or a new version on the
 * server) becomes an error panel whose button loads the page anew. One that was had before is drawn at
 * once: React keeps a fallback that it has shown for 300 ms, however soon the page is there.
 */
export function lazyPage<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
): LazyPage<Props> {
  let found: ComponentType<Props> | undefined
  const find = () =>
    load().then(
      (page) => {
        found = page
        return page
      },
      (): ComponentType<Props> => Unreachable,
    )
  const Later = lazy<ComponentType<Props>>(async () => ({ default: await find() }))
  // biome-ignore lint/correctness/noComponentHookFactories: each is made once, with its module
  function Page(props: Props) {
    const [Here] = useState<ComponentType<Props>>(() => found ?? Later)
    return <Here {...props} />
  }
  return Object.assign(Page, { load: find })
}

function Unreachable() {
  const message = told(messages.connectionError)
  return (
    <ErrorPanel message={message} onRetry={() => window.location.reload()}>
      <TextLink to={paths.overview}>{t('Go to the overview')}</TextLink>
    </ErrorPanel>
  )
}
