// What a test file is given while it is only read: functions in Vitest's place that keep what the file
// declares and run none of its tests, and one value in the place of all that the server's modules export.

/** A test, or a group of tests, with the line where its call begins. */
export type Declared = {
  kind: 'test' | 'group'
  name: string
  line: number
  isSkipped: boolean
  children: Declared[]
}

type Mode = { isSkipped: boolean }
type Body = (...given: unknown[]) => unknown

type Declare = {
  (...words: unknown[]): void
  each: (table: Iterable<unknown>) => (...words: unknown[]) => void
  skipIf: (isLeftOut: unknown) => Declare
  runIf: (isWanted: unknown) => Declare
}

let file = ''
let group = emptyGroup()
let bodies: (() => Promise<void>)[] = []

/** What a file declares: `load` runs the file, and the bodies of its groups run after that, as Vitest does it. */
export async function declaredBy(path: string, load: () => Promise<unknown>): Promise<Declared> {
  const top = emptyGroup()
  file = path
  await inGroup(top, load)
  return top
}

function emptyGroup(): Declared {
  return { kind: 'group', name: '', line: 0, isSkipped: false, children: [] }
}

async function inGroup(own: Declared, declareAll: () => unknown) {
  group = own
  bodies = []
  await declareAll()
  for (const body of bodies) await body()
}

function declare(kind: Declared['kind'], mode: Mode, words: unknown[], given: unknown[]) {
  const isSkipped = mode.isSkipped || group.isSkipped
  const own = { kind, name: String(words[0]), line: lineOfCall(), isSkipped, children: [] }
  group.children.push(own)
  const body = words.find((one): one is Body => typeof one === 'function')
  if (kind === 'group' && body) bodies.push(() => inGroup(own, () => body(...given)))
}

/** The line of the file that called; a test that a helper declares stands where the helper is called. */
function lineOfCall(): number {
  const place = new Error().stack?.split('\n').find((line) => line.includes(file))
  return Number(/:(\d+):\d+\)?$/.exec(place ?? '')?.[1])
}

function declarer(kind: Declared['kind'], mode: Mode = { isSkipped: false }): Declare {
  const plain = (...words: unknown[]) => declare(kind, mode, words, [])
  return Object.assign(plain, {
    each:
      (table: Iterable<unknown>) =>
      (...words: unknown[]) => {
        for (const row of table) declare(kind, mode, words, Array.isArray(row) ? row : [row])
      },
    skipIf: (isLeftOut: unknown) =>
      declarer(kind, { isSkipped: mode.isSkipped || Boolean(isLeftOut) }),
    runIf: (isWanted: unknown) => declarer(kind, { isSkipped: mode.isSkipped || !isWanted }),
  })
}

/** What is done to a value that stands for every other: it is called, made, awaited, walked and read. */
const anyDeed: ProxyHandler<object> = {
  apply: () => anything,
  construct: () => new Proxy(class {}, anyDeed),
  has: () => true,
  get: (_target, key) => {
    // It is no promise, and a database in memory, which it stands for, has no address.
    if (key === 'then' || key === 'url') return undefined
    if (key === Symbol.toPrimitive) return () => 'anything'
    if (key === Symbol.iterator) return () => [anything, anything, anything].values()
    return anything
  },
}

export const anything: unknown = new Proxy(class {}, anyDeed)

export const test = declarer('test')
export const it = declarer('test')
export const describe = declarer('group')
const nothing = () => {}
export const beforeAll = nothing
export const beforeEach = nothing
export const afterAll = nothing
export const afterEach = nothing
export const onTestFinished = nothing
export const expect = new Proxy(class {}, anyDeed)
export const vi = new Proxy(class {}, anyDeed)
