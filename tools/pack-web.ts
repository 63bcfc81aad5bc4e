import { readdirSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

// Brotli at its best takes as long as the rest of a build, so a first start does not wait for it: as a
// program, at the lowest priority, this writes beside each script and style sheet of a build what the
// server sends in its place from then on.
const lowest = 19
const assets = join(import.meta.dirname, '../web/dist/assets')

if (import.meta.main) {
  setPriority(lowest)
  await packWeb()
}

/** Packs what a build has and has not been packed yet. */
export async function packWeb(folder = assets): Promise<void> {
  const compress = promisify(brotliCompress)
  await Promise.all(
    unpacked(folder).map(async (file) => {
      const packed = await compress(await readFile(file))
      // Under its name only when it is whole.
      await writeFile(`${file}.br.new`, packed)
      await rename(`${file}.br.new`, `${file}.br`)
    }),
  )
}

export function unpacked(folder = assets): string[] {
  const names = new Set(readdirSync(folder))
  return [...names]
    .filter((name) => /\.(?:js|css)$/.test(name) && !names.has(`${name}.br`))
    .map((name) => join(folder, name))
}
