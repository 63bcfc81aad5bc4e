import { Readable } from 'node:stream'
import { explain, explainFile } from '@passbook/contract'
import type { RawRoute, Route } from '#http/route.ts'
import type { Bank } from '#kernel/context.ts'
import { explained } from './explain.ts'
import { explanationFile } from './file.ts'

type Who = { id: bigint; username: string }

/** `onBroken` hears of what fails after the first byte of a file: then the connection is cut. */
export function explainRoutes(
  { route, rawRoute }: { route: Route<Who>; rawRoute: RawRoute<Who> },
  bank: Bank,
  onBroken: (error: unknown) => void,
): void {
  route(explain, ({ customer, input }) => explained(bank, customer, input))
  rawRoute(explainFile, async ({ customer, input, paced }, reply) => {
    const { name, body } = await explanationFile(bank, customer, input)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(Readable.from(paced(body)).on('error', onBroken))
  })
}
