import { Fragment, type ReactNode } from 'react'
import { filled, isFromRight, type Values } from './t.ts'

type Parts = Record<string, (inner: ReactNode) => ReactNode>

/**
 * A text with elements inside: `parts.b` draws what stands between `<b>` and `</b>`. A name is put in
 * as an element too: as text, one that has angle brackets would be read as a tag.
 */
export function Trans({
  id,
  values = {},
  parts,
}: {
  /** The English text. */
  id: string
  values?: Values
  parts: Parts
}) {
  const Around = isFromRight() ? 'bdi' : Fragment
  const drawn = { ...parts }
  const put: Values = {}
  for (const [name, value] of Object.entries(values)) {
    put[name] = typeof value === 'number' ? value : `<${name}/>`
    drawn[name] ??= () => <Around>{value}</Around>
  }
  return draw(filled(id, put), drawn)
}

// Each find is the text before it, then the name and the inside of a pair, or the name of a single.
const tag = /<(\w+)>(.*?)<\/\1>|<(\w+)\/>/s

function draw(text: string, parts: Parts): ReactNode {
  const pieces = text.split(tag)
  if (pieces.length === 1) return text
  const nodes: ReactNode[] = []
  for (let at = 0; at < pieces.length; at += 4) {
    const [before, pair, inside = '', single = ''] = pieces.slice(at, at + 4)
    const inner = draw(inside, parts)
    const part = parts[pair ?? single]
    nodes.push(before, <Fragment key={at}>{part ? part(inner) : inner}</Fragment>)
  }
  return nodes
}
