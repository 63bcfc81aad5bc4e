import { createContext, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Every dialog, sheet, menu and step that is open is an entry of the browser's history: Back closes
 * the topmost one. An entry carries the list of what was open at it, its marks, in `history.state`;
 * what is open now is kept here, and the two are brought together after every change of either.
 */
export type Layer = {
  /** Back was pressed: what the close button would do. */
  close: () => void
  /** `kind:which`. By this a restorer opens it again after Forward or a reload. */
  name?: string | undefined
  /** Something is under way: Back may not end it. */
  locked?: boolean | undefined
  /** A step inside the page or the dialog below it, with which it goes. */
  step?: boolean | undefined
  /** What the address says while it is open. */
  address?: string | undefined
}

type Mark = { id: string; name?: string | undefined }
type Open = { id: string; path: string; layer: RefObject<Layer> }
/** Opens what these names say, as far as it can, and answers how many of them that were. */
type Restorer = (names: readonly string[]) => number

/** The name of the dialogs inside; one of them carries it. */
export const LayerName = createContext<string | undefined>(undefined)

const { history, location } = window

let open: readonly Open[] = []
/** Marks without a layer that a restorer may still bring back. */
const awaited = new Set<string>()
const restorers = new Map<string, RefObject<Restorer>>()
let waiting: (() => void)[] = []
/** A traversal that was asked for here is on its way. It ends at the next popstate event. */
let moving: ReturnType<typeof setTimeout> | undefined
let due = false
let added = 0
let path = location.pathname

const marks = (): readonly Mark[] => history.state?.layers ?? []
/** What is open on this page: what still slides away with the page before does not count. */
const here = () => open.filter((one) => one.path === location.pathname)
const kindOf = ({ name = '' }: Mark) => name.split(':')[0] ?? ''

/** How many of the entry's marks are those of what is open, from the lowest on. */
function shared(now: readonly Mark[], layers: readonly Open[]): number {
  const differs = now.findIndex(({ id }, at) => id !== layers[at]?.id)
  return differs < 0 ? now.length : differs
}

function add(layer: RefObject<Layer>): Open {
  const layers = here()
  const mark = marks()[layers.length]
  const { name } = layer.current
  // The entry is there already: this is what its mark was waiting for.
  const restored = mark && name !== undefined && mark.name === name
  // Marks outlive the page: their ids must differ from those of the page before a reload.
  added += 1
  const id = restored ? mark.id : `${performance.timeOrigin} ${added}`
  awaited.delete(id)
  const one = { id, path: location.pathname, layer }
  open = [...open, one]
  // What lay above it may have asked for its own while this was still missing.
  if (restored) setTimeout(restore)
  schedule()
  return one
}

function remove(one: Open) {
  open = open.filter((other) => other !== one)
  schedule()
}

/** After the whole change: what closes while another opens is one step of the history, or none. */
function schedule() {
  if (due) return
  due = true
  queueMicrotask(settle)
}

/** Makes the history's entry say what is open: goes back from what is closed, adds what is new. */
function settle() {
  due = false
  if (moving !== undefined) return
  const now = marks()
  const layers = here()
  const same = shared(now, layers)
  const next = now[same]
  if (next && !awaited.has(next.id)) return move(same - now.length)
  if (!next) {
    for (const [at, one] of layers.entries()) {
      if (at >= same) push(layers.slice(0, at + 1), one.layer.current.address)
    }
  }
  const ready = waiting
  waiting = []
  for (const go of ready) go()
}

function push(layers: readonly Open[], address: string | undefined) {
  const list = layers.map(({ id, layer }): Mark => ({ id, name: layer.current.name }))
  history.pushState({ ...history.state, layers: list }, '', address)
}

// A traversal takes milliseconds, and longer where the device is busy: to go once more too early would be a page
// too far. Only where there is nothing to go to does no event say so.
const patienceMs = 5000

function move(delta: number) {
  moving = setTimeout(arrived, patienceMs)
  history.go(delta)
}

function arrived() {
  clearTimeout(moving)
  moving = undefined
  settle()
}

function popped() {
  if (moving !== undefined) return arrived()
  const now = marks()
  const layers = here()
  for (const { id, name } of now) {
    if (name && !layers.some((one) => one.id === id)) awaited.add(id)
  }
  const over = layers.slice(shared(now, layers))
  const [lowest] = over
  // What is locked takes its entry again, and so do those above it.
  const locked = over.some(({ layer }) => layer.current.locked)
  for (const { layer } of locked ? [] : over.toReversed()) {
    if (lowest?.layer.current.step || !layer.current.step) layer.current.close()
  }
  // Another page restores what was open over it when it is reached.
  if (path === location.pathname) setTimeout(restore)
  path = location.pathname
  // By then whatever could be closed is closed.
  setTimeout(settle)
}

/** Opens what the entry has marks of, where it was reached by Back, Forward or a reload. */
export function restore() {
  path = location.pathname
  const now = marks()
  const mark = now[shared(now, here())]
  if (!mark || !awaited.has(mark.id)) return
  const restorer = restorers.get(kindOf(mark))
  if (!restorer) return
  const alike = now.filter((other) => kindOf(other) === kindOf(mark))
  const brought = restorer.current(alike.map(({ name = '' }) => name))
  for (const { id } of alike.slice(brought)) awaited.delete(id)
  schedule()
}

/** What a restorer has promised cannot be had: its entry waits no longer. */
export function giveUp(name: string) {
  for (const mark of marks()) if (mark.name === name) awaited.delete(mark.id)
  schedule()
}

/** Runs it once the history stands still: a navigation amid a traversal would end elsewhere. */
export function whenSettled(go: () => void) {
  if (due || moving !== undefined) waiting.push(go)
  else go()
}

/** Whether a link takes the place of what it lies in, which nothing could open again. */
export function isOnPassingLayer(): boolean {
  const top = here().at(-1)
  return top !== undefined && top.layer.current.name === undefined && top.id === marks().at(-1)?.id
}

/** Closes what lies over the page; steps go with what they lie in, and those of the page stay. */
export function closeAll() {
  for (const { layer } of here().toReversed()) {
    const { step, locked, close } = layer.current
    if (!step && !locked) close()
  }
}

/** Makes something that opens and closes an entry of the history. */
export function useLayer(opened: boolean, layer: Layer) {
  const latest = useRef(layer)
  latest.current = layer
  const { name } = layer
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another name it is another layer
  useLayoutEffect(() => {
    if (!opened) return
    const one = add(latest)
    return () => remove(one)
  }, [opened, name])
}

/** Opens the layers of a kind again, here and whenever Back or Forward leads to them. */
export function useRestorer(kind: string, restorer: Restorer) {
  const latest = useRef(restorer)
  latest.current = restorer
  useEffect(() => {
    restorers.set(kind, latest)
    restore()
    return () => {
      restorers.delete(kind)
    }
  }, [kind])
}

for (const { id, name } of marks()) if (name) awaited.add(id)
window.addEventListener('popstate', popped)
schedule()
