import { createReadStream, existsSync } from 'node:fs'
import { link, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { dump } from '#db/dump.ts'
import { Failure } from '#kernel/failure.ts'
import { print } from '#kernel/print.ts'
import type { Command } from './command.ts'

/** Writes everything the bank knows to a file of its owner's. */
export const exportCommand: Command = {
  usage: 'export <file>, or - for the standard output',
  does: 'write the whole bank as SQL that psql restores into an empty PostgreSQL',
  takes: 1,
  run: async ({ db }, [file = ''], { deed }) => {
    const cannot = (error: NodeJS.ErrnoException) => {
      throw new Failure('invalid', whyNot(file, error))
    }
    if (existsSync(file)) cannot({ ...new Error(), code: 'EEXIST' })
    const draft = `${resolve(file)}.part`
    await rm(draft, { force: true }).catch(cannot)
    const handle = await open(draft, 'wx', 0o600).catch(cannot)
    try {
      const { tables, rows } = await dump(db, (text) => handle.appendFile(text))
      await handle.sync()
      // A dump reads in a transaction of its own; nobody gets the file before its row is written.
      const recorded = await deed(
        async () => `${rows} rows of ${tables} tables are in ${file}\n${aboutTheKey}`,
      )
      // Hard-linked under its name once complete, and never over another file.
      await link(draft, resolve(file)).catch(cannot)
      return recorded
    } finally {
      await handle.close().catch(() => {})
      await rm(draft, { force: true })
    }
  },
}

const aboutTheKey =
  'SECRET_KEY is not in it. Start the new bank with the same one (secret.key in the data folder,\n' +
  'unless it was set): with another key no PIN, code or card of this bank is good for anything.'

function whyNot(file: string, error: NodeJS.ErrnoException): string {
  if (error.code === 'EEXIST') return `${file} is already there; nothing was written`
  return `${file} cannot be written: ${error.code}`
}

/**
 * Asks for an export from the folder that the operator stands in, which may be another than the
 * bank's. For the standard output the bank writes a file first: a slow reader must not hold it up.
 */
export async function exportFromHere(
  words: string[],
  operate: (words: string[]) => Promise<string>,
): Promise<string> {
  const [name = '', file, ...rest] = words
  if (file === undefined || rest.length > 0) return operate(words)
  if (file !== '-') return operate([name, resolve(file)])
  const folder = await mkdtemp(join(tmpdir(), 'passbook-export-'))
  try {
    const whole = join(folder, 'bank.sql')
    const said = await operate([name, whole])
    await pipeline(createReadStream(whole), process.stdout, { end: false })
    print('stderr', said.replace(` are in ${whole}`, ''))
    return ''
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
