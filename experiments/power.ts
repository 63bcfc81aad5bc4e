import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { layCluster } from '../server/src/testing/data-folder.ts'
import { randomFrom, readArguments, report } from './lib/arguments.ts'

// Power cuts of the embedded database, simulated: a bank in a process of its own pays and checkpoints
// on a disk that forgets what was not synced, until the power goes. The next process opens what is
// left and looks up every payment that was ever acknowledged. With --control 1 syncs are ignored, and
// the experiment must find losses: it shows that it could. The first damage ends it either way; without
// one it goes on until it has seen a checkpoint, which a cut may come before.
const { cuts, seed, control } = readArguments({ cuts: 50, seed: 1, control: 0 })
const random = randomFrom(seed)
const started = Date.now()
const found = { lost: 0, unopenable: 0, inconsistent: 0 }
let complaint = ''
const done = { cuts: 0, cutsWhileOpening: 0, acknowledged: 0, checkpoints: 0 }

await liveUntilDamaged()
const damaged = Object.values(found).some(Boolean)
report({
  ok: damaged === (control === 1) && done.acknowledged > 0 && done.cuts > 0,
  experiment: 'power',
  control: control === 1,
  seed,
  ...done,
  ...found,
  ...(complaint && { complaint }),
  seconds: Math.round((Date.now() - started) / 1000),
})

/** One bank, from its first day through cut after cut. */
async function liveUntilDamaged(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'passbook-power-'))
  const ids: string[] = []
  const list = join(folder, 'acknowledged')
  try {
    await layCluster(join(folder, 'data'))
    let sound = await live({ folder, list, ids, phase: 'never', steps: 0 })
    while (sound && (done.cuts < cuts || done.checkpoints === 0)) {
      writeFileSync(list, ids.join('\n'))
      // Every fifth cut comes early enough to hit the recovery from the one before.
      const phase = done.cuts % 5 === 4 ? 'opening' : 'open'
      sound = await live({ folder, list, ids, phase, steps: 100 + Math.ceil(random() * 1400) })
    }
    // The last cut is looked at as well; nothing is cut this time.
    writeFileSync(list, ids.join('\n'))
    if (sound) await live({ folder, list, ids, phase: 'never', steps: 0 })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Life = { folder: string; list: string; ids: string[]; phase: string; steps: number }

/** One process, to its end; false where it found damage. */
async function live({ folder, list, ids, phase, steps }: Life): Promise<boolean> {
  const lifeSeed = Math.floor(random() * 1e9)
  const words = [folder, list, phase, ...[steps, lifeSeed, control].map(String)]
  const program = fileURLToPath(new URL('./lib/power-life.ts', import.meta.url))
  const child = spawn(process.execPath, [...process.execArgv, program, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    said += chunk
  })
  let complained = ''
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    complained += chunk
  })
  const signal = await new Promise((resolve) => child.once('close', (_, sent) => resolve(sent)))
  const lines = said.split('\n').slice(0, -1)
  const saying = (word: string) => lines.filter((line) => line.startsWith(`${word} `))
  const number = (word: string) => Number(saying(word)[0]?.split(' ')[1] ?? 0)
  for (const line of saying('paid')) ids.push(line.split(' ')[1] ?? '')
  done.acknowledged += saying('paid').length
  done.checkpoints += saying('checkpoint').length
  found.lost += number('lost')
  found.inconsistent += number('unsound')
  if (signal === 'SIGKILL') {
    done.cuts += 1
    if (!lines.includes('open 1')) done.cutsWhileOpening += 1
  }
  const ended = signal === 'SIGKILL' || lines.includes('end 1')
  if (!ended) {
    found.unopenable += 1
    complaint = lastComplaint(complained)
  }
  return ended && number('lost') + number('unsound') === 0
}

/** What a process died of: the last line that names an error, before the stack and what follows it. */
function lastComplaint(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim())
  return (lines.findLast((line) => /^\S*Error\b/.test(line)) ?? lines.at(-1) ?? '').trim()
}
