import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { packWeb, unpacked } from '../../../tools/pack-web.ts'

test('scripts and style sheets are packed once, whole and beside themselves', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'passbook-pack-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const put = (name: string, text: string) => writeFileSync(join(folder, name), text)
  put('app-1.js', 'run()'.repeat(500))
  put('app-1.css', 'a{color:red}')
  put('app-1.css.br', 'packed before')
  put('icon.png', 'a picture')
  expect(unpacked(folder)).toEqual([join(folder, 'app-1.js')])
  await packWeb(folder)
  const files = ['app-1.css', 'app-1.css.br', 'app-1.js', 'app-1.js.br', 'icon.png']
  expect(readdirSync(folder).sort()).toEqual(files)
  const packed = brotliDecompressSync(readFileSync(join(folder, 'app-1.js.br')))
  expect(packed.toString()).toBe('run()'.repeat(500))
  expect(readFileSync(join(folder, 'app-1.css.br'), 'utf8')).toBe('packed before')
  expect(unpacked(folder)).toEqual([])
})
