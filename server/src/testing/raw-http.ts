import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'

export type RawReply = { status: number; headers: Record<string, string>; body: string }

/** Starts a server on a free port; a real socket shows what an injected request cannot. */
export async function listening(app: FastifyInstance): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  if (typeof address !== 'object' || !address) throw new Error('a server listens on a port')
  return address.port
}

/** Writes bytes as they are and reads the first reply; `cut` closes our side after them. */
export function exchange(
  port: number,
  bytes: string | Buffer,
  { cut = false }: { cut?: boolean } = {},
): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    const chunks: Buffer[] = []
    const finish = () => {
      socket.destroy()
      resolve(parseReply(Buffer.concat(chunks).toString('utf8')))
    }
    socket.setTimeout(10_000, () => reject(new Error('no reply within ten seconds')))
    socket.on('connect', () => (cut ? socket.end(bytes) : socket.write(bytes)))
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      if (isWhole(Buffer.concat(chunks).toString('utf8'))) finish()
    })
    socket.on('end', finish)
    // A server that refuses a long body closes while we still write.
    socket.on('error', (error) => (chunks.length > 0 ? finish() : reject(error)))
  })
}

function isWhole(text: string): boolean {
  const length = /^content-length: (\d+)\r$/im.exec(text)?.[1]
  const start = text.indexOf('\r\n\r\n')
  return (
    start >= 0 && length !== undefined && Buffer.byteLength(text.slice(start + 4)) >= Number(length)
  )
}

function parseReply(text: string): RawReply {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string])
  return {
    status: Number(first.split(' ')[1] ?? 0),
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    body: rest.join('\r\n\r\n'),
  }
}
