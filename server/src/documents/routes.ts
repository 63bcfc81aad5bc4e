import { Readable } from 'node:stream'
import { documents, downloadDocument, receiptFile } from '@passbook/contract'
import { bankKeysPath } from '@passbook/contract/seal'
import type { FastifyInstance } from 'fastify'
import type { SignedIn } from '#auth/sessions.ts'
import type { RawRoute, Route } from '#http/route.ts'
import type { Bank } from '#kernel/context.ts'
import { documentsOf, fileOf } from './documents.ts'
import { publicKeys } from './keys.ts'
import { receiptFileOf } from './receipts.ts'

/** `onBroken` hears of what fails after the first byte, as with whole statements. */
export function documentRoutes(
  { route, rawRoute }: { route: Route<SignedIn>; rawRoute: RawRoute<SignedIn> },
  bank: Bank,
  onBroken: (error: unknown) => void,
): void {
  const watched = (body: AsyncIterable<Buffer>) => Readable.from(body).on('error', onBroken)
  route(documents, ({ customer, input }) => documentsOf(bank, customer, input))
  rawRoute(downloadDocument, async ({ customer, input, paced }, reply) => {
    const { name, sizeBytes, body } = await fileOf(bank, customer, input.id)
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('content-length', sizeBytes)
      .send(watched(paced(body)))
  })
  rawRoute(receiptFile, async ({ customer, input }, reply) => {
    const { name, file } = await receiptFileOf(bank, customer, input.transactionId)
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(Buffer.from(file.bytes))
  })
}

/** The keys that anybody may check a document with; they are no secret. */
export function serveKeys(app: FastifyInstance, bank: Bank): void {
  app.get(bankKeysPath, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(await publicKeys(bank)),
  )
}
