import { readFileSync } from 'node:fs'

// Loaded before a server (node --import): the machine's clock as this process sees it is off by what
// the file says, in milliseconds. The monotonic clock stays, as it does when a clock is set.
const file = process.env.WALL_CLOCK_FILE ?? ''
const real = Date
const read = () => Number(readFileSync(file, 'utf8'))
let offMs = read()
setInterval(() => {
  offMs = read()
}, 50).unref()
const now = () => real.now() + offMs

globalThis.Date = new Proxy(real, {
  construct: (target, words, made) =>
    Reflect.construct(target, words.length > 0 ? words : [now()], made),
  apply: () => new real(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
