import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  floorOf,
  type Need,
  namesIn,
  readFloors,
  root,
  tableOf,
  wrongNeeds,
} from './read-floors.ts'

type Side = 'contract' | 'server' | 'web'
const sides = ['contract', 'server', 'web'] as const

describe.each(['server', 'web'] as const)('in %s', (side) => {
  const floors = readFloors(side)

  test('every folder and every file beside them stands on a floor', () => {
    const unplaced = readdirSync(join(root, side, 'src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() || isCode(entry.name))
      .flatMap(({ name }) => (name === 'features' ? featureFolders(side) : [name]))
      .filter((room) => floorOf(floors, room) === undefined)
    expect(unplaced).toEqual([])
    const gone = [...floors.keys()].filter(
      (room) => !room.includes('*') && !existsSync(join(root, side, 'src', room)),
    )
    expect(gone).toEqual([])
  })

  // asvs 15.2.3
  test('a folder imports only lower floors and never a neighbour', () => {
    expect(wrongNeeds(readImports(side), floors)).toEqual([])
  })

  test('a wrong import would be found', () => {
    const above = side === 'server' ? 'auth/sign-in.ts' : 'shell/area.tsx'
    const below = side === 'server' ? 'metrics/metrics.ts' : 'ui/button.tsx'
    const neighbours =
      side === 'server'
        ? { from: 'loans/loans.ts', to: 'bills/bills.ts' }
        : { from: 'features/bills/x.tsx', to: 'features/loans/y.tsx' }
    const nowhere = { from: 'nowhere/x.ts', to: below }
    const planted = [{ from: below, to: above }, { from: above, to: below }, neighbours, nowhere]
    expect(wrongNeeds(planted, floors)).toHaveLength(3)
  })
})

test.each(sides)('in %s another folder is written #folder/file.ts', (side) => {
  const roundabout = readImports(side, { raw: true }).filter(({ to }) => to.startsWith('../'))
  expect(roundabout).toEqual([])
})

describe('libraries', () => {
  const rooms = readRooms()
  const used = sides.flatMap((side) =>
    readImports(side, { raw: true })
      .filter(({ to }) => !/^[.#]/.test(to))
      .map(({ from, to }) => ({ from: `${side}/${from}`, library: packageOf(to) })),
  )

  test('stand in the rooms that the guide gives them', () => {
    expect(used.filter((one) => !mayUse(rooms, one))).toEqual([])
  })

  test('in a wrong room, or not in the guide at all, would be found', () => {
    expect(mayUse(rooms, { from: 'server/transfers/order.ts', library: 'pg' })).toBe(false)
    expect(mayUse(rooms, { from: 'contract/money.ts', library: 'react' })).toBe(false)
    expect(mayUse(rooms, { from: 'server/db/postgres.ts', library: 'left-pad' })).toBe(false)
    const library = packageOf('node:fs')
    expect(mayUse(rooms, { from: 'contract/money.ts', library })).toBe(false)
    expect(mayUse(rooms, { from: 'web/ui/button.tsx', library })).toBe(false)
    expect(mayUse(rooms, { from: 'server/db/postgres.ts', library: 'pg' })).toBe(true)
  })

  test('that the guide lists are in use', () => {
    const names = new Set(used.map(({ library }) => library))
    expect([...rooms.keys()].filter((library) => !names.has(library))).toEqual([])
  })
})

/** Library → the places that may import it, from the table headed "library | rooms". */
function readRooms(): Map<string, string[]> {
  return new Map(
    tableOf('| library ').flatMap(([libraries, places]) =>
      namesIn(libraries).map((library) => [library, namesIn(places)]),
    ),
  )
}

const importing =
  /^(?:import|export)\b[\w\s{},*]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\(\s*'([^']+)'/gm

/** What the product's files import, both as paths below src; tests may look anywhere. */
function readImports(side: Side, { raw = false } = {}): Need[] {
  const src = join(root, side, 'src')
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter(isCode)
  return files.flatMap((from) => {
    const text = readFileSync(join(src, from), 'utf8')
    const found = text.matchAll(importing)
    return [...found]
      .map(([, named, whole, lazy]) => named ?? whole ?? lazy ?? '')
      .filter((to) => raw || /^[.#]/.test(to))
      .map((to) => ({ from, to: raw ? to : below(from, to) }))
  })
}

const below = (from: string, to: string) =>
  to.startsWith('#') ? to.slice(1) : posix.normalize(posix.join(dirname(from), to))

const isCode = (name: string) => /\.tsx?$/.test(name) && !/\.(?:d|test)\.tsx?$/.test(name)

const featureFolders = (side: Side) =>
  readdirSync(join(root, side, 'src/features')).map((name) => `features/${name}`)

/** Node's own modules are one: `node:`. */
const packageOf = (name: string) =>
  name
    .replace(/^node:.*/, 'node:')
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')

/** A place is a side (`web`), a folder or file of one (`server/db`), or a file name in any folder. */
function mayUse(
  rooms: Map<string, string[]>,
  { from, library }: { from: string; library: string },
): boolean {
  return (rooms.get(library) ?? []).some(
    (place) =>
      from === place ||
      from.startsWith(`${place}/`) ||
      (place.includes('*/') &&
        from.startsWith(place.split('*')[0] ?? '') &&
        from.endsWith(place.split('*')[1] ?? '')),
  )
}
