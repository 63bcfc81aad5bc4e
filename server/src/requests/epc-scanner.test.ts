import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeEpc } from '@passbook/contract'
import { afterAll, expect } from 'vitest'
import { qrImage } from '#kernel/qr-image.ts'
import { runOutside, testWith } from '#testing/outside-program.ts'

const folder = mkdtempSync(join(tmpdir(), 'passbook-codes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The picture that customers see, as a bitmap in the plainest format: each square of its path is black. */
function bitmapOf(image: string): string {
  const svg = Buffer.from(image.split(',')[1] ?? '', 'base64').toString()
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1])
  const rows = Array.from({ length: size }, () => new Array<number>(size).fill(0))
  for (const [, x, y, side] of svg.matchAll(/M(\d+),(\d+)h(\d+)/g)) {
    for (let row = Number(y); row < Number(y) + Number(side); row += 1) {
      rows[row]?.fill(1, Number(x), Number(x) + Number(side))
    }
  }
  return `P1\n${size} ${size}\n${rows.map((row) => row.join(' ')).join('\n')}\n`
}

const iban = 'DE49999999993258575046'

const scanner = { program: 'zbarimg', install: 'apt install zbar-tools' }

testWith(scanner, 'reads an EPC code back line by line', async () => {
  for (const transfer of [
    { name: 'Ada Okafor', iban },
    { name: 'Zoë Ünlü', iban, amountMinor: 1205n, note: 'Miete für März, Größe M' },
    { name: 'A'.repeat(70), iban, amountMinor: 99_999_999_999n, note: 'n'.repeat(140) },
  ]) {
    const text = writeEpc(transfer)
    const file = join(folder, 'code.pbm')
    writeFileSync(file, bitmapOf(qrImage(text)))
    // The bytes as they are: of letters beyond ASCII it would guess what they mean.
    const read = runOutside('zbarimg', ['--quiet', '--raw', '--oneshot', '-Sbinary', file])
    expect(read.out.replace(/\n$/, '').split('\n')).toEqual(text.split('\n'))
  }
})
