import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** The files of another commit in a folder of their own, with the libraries of this one. */
export function layVersion(commit: string): { root: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'passbook-version-'))
  const [git, tar] = ['git', 'tar']
  const archive = execFileSync(git, ['archive', commit, 'server', 'contract', 'package.json'], {
    cwd: root,
    maxBuffer: 1 << 30,
  })
  execFileSync(tar, ['-x', '-C', folder], { input: archive })
  const [own, others] = [join(folder, 'node_modules'), join(root, 'node_modules')]
  mkdirSync(join(own, '@passbook'), { recursive: true })
  // Its own contract: node_modules has a link to the one beside it.
  symlinkSync(join(folder, 'contract'), join(own, '@passbook/contract'))
  for (const name of readdirSync(others)) {
    if (name !== '@passbook') symlinkSync(join(others, name), join(own, name))
  }
  return { root: folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
