import { createHash, createPrivateKey, sign } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { readSeal, sealedMessage, signed } from '@passbook/contract/seal'
import type { DrawnFile, ReceiptPaper, StatementPaper } from './paper.ts'
import { drawReceipt } from './receipt-pdf.ts'
import { drawStatement } from './statement-pdf.ts'

/** Draws a paper and signs it: the same paper is the same file, byte for byte. */
export async function drawFile(paper: StatementPaper | ReceiptPaper): Promise<DrawnFile> {
  const { doc, pages } = paper.kind === 'statement' ? drawStatement(paper) : drawReceipt(paper)
  const file = await buffer(doc)
  const seal = readSeal(file)
  if (!seal) throw new Error('a document must have one seal')
  const message = sealedMessage(createHash('sha256').update(file).digest())
  const key = createPrivateKey({
    key: Buffer.from(paper.key.privateKey),
    format: 'der',
    type: 'pkcs8',
  })
  const bytes = signed(file, seal, sign(null, message, key))
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex'), pages }
}
