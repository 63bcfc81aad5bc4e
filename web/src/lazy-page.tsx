import { messages } from '@passbook/contract'
import {
  type ComponentType,
  lazy,
  type ReactNode,
  startTransition,
  useEffect,
  useState,
} from 'react'
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
 * server) becomes an error panel whose button loads the page anew, or nothing where it is an extra: an error
 * in its place would be more than is missing. One that was had before is drawn at once: React keeps a
 * fallback that it has shown for 300 ms, however soon the page is there.
 */
export function lazyPage<Props extends object = object>(
  load: Load<Props>,
  { extra = false } = {},
): LazyPage<Props> {
  const chunk = kept(load)
  const later = () =>
    lazy<ComponentType<Props>>(async () => ({ default: (await chunk.load()) ?? Missing }))
  let Later = later()
  // biome-ignore lint/correctness/noComponentHookFactories: each is made once, with its module
  function Missing() {
    // React keeps what it was given once: whoever comes after this one asks again.
    useEffect(
      () => () => {
        Later = later()
      },
      [],
    )
    return extra ? null : <Unreachable />
  }
  // biome-ignore lint/correctness/noComponentHookFactories: each is made once, with its module
  function Page(props: Props) {
    const [Here] = useState<ComponentType<Props>>(() => chunk.found ?? Later)
    return <Here {...props} />
  }
  return Object.assign(Page, { load: chunk.load })
}

/**
 * A part of a page that comes when the page stands: neither its file nor its work holds up the first
 * drawing. Parts are drawn one after another, for together they would hold up a slow phone's finger;
 * that is why they do not suspend, since React reveals in one go what was waited for. An extra that
 * cannot be had leaves what stands in its place, until the network is back.
 */
export function lazyPart<Props extends object = object>(
  load: Load<Props>,
  { extra = false } = {},
): ComponentType<Props & { until?: ReactNode }> {
  const chunk = kept(load)
  // biome-ignore lint/correctness/noComponentHookFactories: each is made once, with its module
  return function Part({ until = null, ...props }) {
    const [Here, setHere] = useState(() => chunk.found)
    useEffect(() => {
      if (Here) return
      const gone = new AbortController()
      const { signal } = gone
      const bring = async () => {
        await turn()
        const page = (await chunk.load()) ?? (extra ? null : Unreachable)
        await turn()
        if (signal.aborted) return
        // In slices, between which the page answers.
        if (page) startTransition(() => setHere(() => page))
        else addEventListener('online', () => void bring(), { once: true, signal })
      }
      void bring()
      return () => gone.abort()
    }, [Here])
    return Here ? <Here {...(props as unknown as Props)} /> : until
  }
}

type Load<Props extends object> = () => Promise<ComponentType<Props>>

/** What was had once is there; what could not be had is tried again the next time. */
function kept<Props extends object>(load: Load<Props>) {
  const chunk = {
    found: undefined as ComponentType<Props> | undefined,
    load: async (): Promise<ComponentType<Props> | undefined> => {
      chunk.found ??= await load().catch(() => undefined)
      return chunk.found
    },
  }
  return chunk
}

const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

let last: Promise<void> | undefined

/** The next frame that nobody else has work in; the first of all is after the page is to be seen. */
function turn(): Promise<void> {
  last = (last ?? frame()).then(frame)
  return last
}

function Unreachable() {
  const message = told(messages.connectionError)
  return (
    <ErrorPanel message={message} onRetry={() => window.location.reload()}>
      <TextLink to={paths.overview}>{t('Go to the overview')}</TextLink>
    </ErrorPanel>
  )
}
