import { useEffect } from 'react'
import { type Layer, useLayer } from './layers.ts'

/** The steps behind the first one of a flow, each an entry of the history, the last one on top. */
export function Trail({ steps }: { steps: readonly (Layer & { name: string })[] }) {
  return steps.map((step) => <Entry key={step.name} layer={step} />)
}

function Entry({ layer }: { layer: Layer }) {
  useLayer(true, { ...layer, step: true })
  return null
}

/** An address that names a step, and comes from elsewhere, says so no longer at the first one. */
export function useBareAddress(path: string | undefined) {
  useEffect(() => {
    const { state } = window.history
    if (path && !state?.layers && window.location.search)
      window.history.replaceState(state, '', path)
  }, [path])
}
