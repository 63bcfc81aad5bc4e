import { useEffect } from 'react'
import { useSession, useSessionState } from '#session/session.tsx'
import { LayerName, useRestorer } from '#ui/layers.ts'
import { ExplainMark } from '#widgets/explain-mark.tsx'
import { offerMark } from '#widgets/explained.tsx'
import { useOnDemand } from './on-demand.ts'

const kind = 'explain'

/** Lets the figures of every page open, and holds the drawer in which they do. */
export function Explaining() {
  const explained = useSessionState('explained')
  const session = useSession()
  const [first] = explained
  useEffect(() => {
    offerMark(ExplainMark)
    return () => offerMark(null)
  }, [])
  const Drawer = useOnDemand(first !== undefined, load, () => session.explain([]))
  useRestorer(kind, (names) => {
    session.explain(names.map((name) => name.slice(kind.length + 1)))
    return names.length
  })
  return Drawer ? (
    <LayerName value={`${kind}:${first}`}>
      <Drawer />
    </LayerName>
  ) : null
}

const load = () => import('#features/explain/explain-drawer.tsx').then((m) => m.ExplainDrawer)
