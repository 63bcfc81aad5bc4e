import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

// CONTRIBUTING.md's tables are the rule: which folder may import which, and where a library belongs.
const root = resolve(import.meta.dirname, '../../..')
const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')

type Side = 'contract' | 'server' | 'web'
type Import = { from: string; to: string }

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
    expect(wrongImports(readImports(side), floors)).toEqual([])
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
    expect(wrongImports(planted, floors)).toHaveLength(3)
  })

  test('another folder is written #folder/file.ts', () => {
    const roundabout = readImports(side, { raw: true }).filter(({ to }) => to.startsWith('../'))
    expect(roundabout).toEqual([])
  })
})

describe('libraries', () => {
  const rooms = readRooms()
  const used = (['contract', 'server', 'web'] as const).flatMap((side) =>
    readImports(side, { raw: true })
      .filter(({ to }) => !/^[.#]|^node:/.test(to))
      .map(({ from, to }) => ({ from: `${side}/${from}`, library: packageOf(to) })),
  )

  test('stand in the rooms that the guide gives them', () => {
    expect(used.filter((one) => !mayUse(rooms, one))).toEqual([])
  })

  test('in a wrong room, or not in the guide at all, would be found', () => {
    expect(mayUse(rooms, { from: 'server/transfers/order.ts', library: 'pg' })).toBe(false)
    expect(mayUse(rooms, { from: 'contract/money.ts', library: 'react' })).toBe(false)
    expect(mayUse(rooms, { from: 'server/db/postgres.ts', library: 'left-pad' })).toBe(false)
    expect(mayUse(rooms, { from: 'server/db/postgres.ts', library: 'pg' })).toBe(true)
  })

  test('that the guide lists are in use', () => {
    const names = new Set(used.map(({ library }) => library))
    expect([...rooms.keys()].filter((library) => !names.has(library))).toEqual([])
  })
})

/** Room (a folder, or a file by itself) → floor, from the table headed "floor | server | web". */
function readFloors(side: 'server' | 'web'): Map<string, number> {
  const column = side === 'server' ? 1 : 2
  const rows = tableOf('| floor ').map((cells) => ({ floor: Number(cells[0]), cells }))
  return new Map(
    rows.flatMap(({ floor, cells }) => namesIn(cells[column]).map((room) => [room, floor])),
  )
}

/** Library → the places that may import it, from the table headed "library | rooms". */
function readRooms(): Map<string, string[]> {
  return new Map(
    tableOf('| library ').flatMap(([libraries, places]) =>
      namesIn(libraries).map((library) => [library, namesIn(places)]),
    ),
  )
}

function tableOf(heading: string): string[][] {
  const lines = guide.split('\n')
  const start = lines.findIndex((line) => line.startsWith(heading))
  const end = lines.findIndex((line, at) => at > start && !line.startsWith('|'))
  const cells = (line: string) => line.split('|').slice(1, -1)
  return lines.slice(start + 2, end).map((line) => cells(line).map((cell) => cell.trim()))
}

const namesIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '')

/** The most exact room that a path lies in has the say: kernel/context.ts before kernel. */
function floorOf(floors: Map<string, number>, path: string): number | undefined {
  const parts = path.split('/')
  const [top, second] = parts
  const rooms = [path, second ? `${top}/${second}` : '', `${top}/*`, top ?? '']
  return rooms.map((room) => floors.get(room)).find((floor) => floor !== undefined)
}

function roomOf(floors: Map<string, number>, path: string): string {
  const [top = '', second] = path.split('/')
  if (floors.has(path)) return path
  return floors.has(`${top}/*`) ? `${top}/${second}` : top
}

function wrongImports(imports: Import[], floors: Map<string, number>): Import[] {
  return imports.filter(({ from, to }) => {
    if (roomOf(floors, from) === roomOf(floors, to)) return false
    const [upper, lower] = [floorOf(floors, from), floorOf(floors, to)]
    return upper === undefined || lower === undefined || lower >= upper
  })
}

const importing =
  /^(?:import|export)\b[\w\s{},*]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\(\s*'([^']+)'/gm

/** What the product's files import, both as paths below src; tests may look anywhere. */
function readImports(side: Side, { raw = false } = {}): Import[] {
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

const packageOf = (name: string) =>
  name
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
