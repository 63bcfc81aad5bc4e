import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

// CONTRIBUTING.md's tables are the rule: which folder may import which, and where a library belongs.
export const root = resolve(import.meta.dirname, '../../..')
const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')

/** What one file needs of another, both as paths below src. */
export type Need = { from: string; to: string }

/** Room (a folder, or a file by itself) → floor, from the table headed "floor | server | web". */
export function readFloors(side: 'server' | 'web'): Map<string, number> {
  const column = side === 'server' ? 1 : 2
  const rows = tableOf('| floor ').map((cells) => ({ floor: Number(cells[0]), cells }))
  return new Map(
    rows.flatMap(({ floor, cells }) => namesIn(cells[column]).map((room) => [room, floor])),
  )
}

export function tableOf(heading: string): string[][] {
  const lines = guide.split('\n')
  const start = lines.findIndex((line) => line.startsWith(heading))
  const end = lines.findIndex((line, at) => at > start && !line.startsWith('|'))
  const cells = (line: string) => line.split('|').slice(1, -1)
  return lines.slice(start + 2, end).map((line) => cells(line).map((cell) => cell.trim()))
}

export const namesIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '')

/** The most exact room that a path lies in has the say: kernel/context.ts before kernel. */
export function floorOf(floors: Map<string, number>, path: string): number | undefined {
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

/** What is needed of a neighbour or of a higher floor. */
export function wrongNeeds(needs: Need[], floors: Map<string, number>): Need[] {
  return needs.filter(({ from, to }) => {
    if (roomOf(floors, from) === roomOf(floors, to)) return false
    const [upper, lower] = [floorOf(floors, from), floorOf(floors, to)]
    return upper === undefined || lower === undefined || lower >= upper
  })
}
