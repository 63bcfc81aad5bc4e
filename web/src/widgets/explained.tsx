import type { FigureName, Question } from '@passbook/contract'
import type { ComponentType, ReactNode } from 'react'
import { makeStore } from '#ui/store.ts'

export type Explainable = {
  question: Question & { figure: FigureName }
  /** What the figure is called beside it. */
  label: string
  /** Where it stands in a line of text. */
  inline?: boolean
  children: ReactNode
}

const marks = makeStore<ComponentType<Explainable> | null>(null)

/** From then on figures open. What does that comes after the page, which is read without it. */
export const offerMark = marks.write

/** A figure that says on request what it is made of. */
export function Explained(props: Explainable) {
  const Mark = marks.use()
  return Mark ? <Mark {...props} /> : props.children
}
