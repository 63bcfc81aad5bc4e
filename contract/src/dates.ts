import * as z from 'zod/mini'
import * as messages from './messages.ts'

export { isRealDate } from './real-date.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A moment split into calendar parts, as older servers send it; months count from 1. */
export const dateParts = z.object({
  day: z.number(),
  month: z.number(),
  year: z.number(),
  hour: z.optional(z.number()),
  minute: z.optional(z.number()),
  second: z.optional(z.number()),
  weekday: z.optional(z.string()),
  monthName: z.optional(z.string()),
})
export type DateParts = z.infer<typeof dateParts>

/** The calendar day of a moment in a zone, as yyyy-mm-dd. */
export function dayIn(at: Date, zone = 'UTC'): string {
  const { year, month, day } = partsIn(at, zone)
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}`
}

/** The moment at which an hour of a day begins in a zone. */
export function hourIn(day: string, hour: number, zone = 'UTC'): Date {
  const wanted = Date.parse(`${day}T${pad(hour)}:00:00Z`)
  let at = wanted
  // Off by the zone's offset first, and by a change of the clock in between the second time.
  for (let round = 0; round < 2; round += 1) {
    const { year, month, day: date, hour: hours, minute } = partsIn(new Date(at), zone)
    at += wanted - Date.UTC(year, month - 1, date, hours, minute)
  }
  return new Date(at)
}

/** Detail and history rows: `05 Mar 2024, 02:30`. */
export function formatDateTime(at: Date, zone = 'UTC'): string {
  const { day, month, year, hour, minute } = partsIn(at, zone)
  return `${pad(day)} ${months[month - 1]} ${pad(year, 4)}, ${pad(hour)}:${pad(minute)}`
}

/** A day heading or a due date: `05 Mar 2024`. */
export function formatDay(at: Date, zone = 'UTC'): string {
  return formatDateTime(at, zone).slice(0, 11)
}

/** The receipt's date: `05 Mar 24`. */
export function formatReceiptDate(at: Date, zone = 'UTC'): string {
  const { day, month, year } = partsIn(at, zone)
  return `${pad(day)} ${months[month - 1]} ${pad(year % 100)}`
}

/** The receipt's time: `2:05`, the hour unpadded and the minutes always two digits. */
export function formatReceiptTime(at: Date, zone = 'UTC'): string {
  const { hour, minute } = partsIn(at, zone)
  return `${hour}:${pad(minute)}`
}

/** The dates to send with a list: none when both are today. */
export function dateFilter(
  start: string,
  end: string,
  today: string,
): { start_date?: string; end_date?: string } {
  return start === today && end === today ? {} : { start_date: start, end_date: end }
}

/** The parts of a moment, as `Dob` and `Lastseen` carry them. */
export function toDateParts(at: Date, zone = 'UTC'): Required<DateParts> {
  const name = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...options }).format(at)
  return {
    ...partsIn(at, zone),
    weekday: name({ weekday: 'long' }),
    monthName: name({ month: 'long' }),
  }
}

function partsIn(at: Date, zone: string) {
  // Without a formatter, whose making is the longest step of a page's first drawing.
  if (zone === 'UTC') {
    return {
      day: at.getUTCDate(),
      month: at.getUTCMonth() + 1,
      year: at.getUTCFullYear(),
      hour: at.getUTCHours(),
      minute: at.getUTCMinutes(),
      second: at.getUTCSeconds(),
    }
  }
  const parts = formatterFor(zone).formatToParts(at)
  const read = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value ?? 0)
  return {
    day: read('day'),
    month: read('month'),
    year: read('year'),
    hour: read('hour'),
    minute: read('minute'),
    second: read('second'),
  }
}

// Making a formatter costs far more than using it.
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterFor(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formatters.set(zone, made)
  return made
}

const pad = (value: number, length = 2) => String(value).padStart(length, '0')

/** Reads a moment as text, as seconds or milliseconds since 1970, or as calendar parts in UTC. */
function readMoment(value: unknown): Date | null {
  if (typeof value === 'number') return valid(new Date(value < 1e11 ? value * 1000 : value))
  if (typeof value === 'string') {
    if (/^\d{9,14}$/.test(value)) return readMoment(Number(value))
    // Which of the two is the month, nobody says.
    if (/^\d\d?[-/.]\d/.test(value)) return null
    // Without a zone it is UTC, as the calendar parts are, and not the hour of whoever looks.
    const bare = /^(\d{4}-\d\d-\d\d)[T ]([\d:.]+)$/
    return valid(new Date(value.replace(bare, '$1T$2Z')))
  }
  if (typeof value !== 'object' || value === null) return null
  const lower = Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key.toLowerCase(), readPart(part)]),
  )
  const { year, month, day, hour = 0, minute = 0, second = 0 } = lower
  if (year === undefined || month === undefined || day === undefined) return null
  return valid(new Date(Date.UTC(year, month - 1, day, hour, minute, second)))
}

/** Of another server a part may be anything: `Number` of an object calls what the object brings along. */
const readPart = (part: unknown): number =>
  typeof part === 'number' || typeof part === 'string' ? Number(part) : Number.NaN

const valid = (at: Date) => (Number.isNaN(at.getTime()) ? null : at)

/** A moment on the wire: RFC 3339 text; timestamps and date parts are read as well. */
export const moment = z.codec(
  z.union([z.string(), z.number(), z.record(z.string(), z.unknown())]),
  z.date(),
  {
    decode(value, context) {
      const at = readMoment(value)
      if (at) return at
      context.issues.push({ code: 'custom', message: messages.dateInvalid, input: value })
      return z.NEVER
    },
    encode: (at) => at.toISOString(),
  },
)
