import { type Layer, useLayer } from './layers.ts'

/** The steps behind the first one of a flow, each an entry of the history, the last one on top. */
export function Trail({ steps }: { steps: readonly (Layer & { name: string })[] }) {
  return steps.map((step) => <Entry key={step.name} layer={step} />)
}

function Entry({ layer }: { layer: Layer }) {
  useLayer(true, { ...layer, step: true })
  return null
}
