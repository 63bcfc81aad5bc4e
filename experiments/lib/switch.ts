import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'

/** A TCP proxy to whichever server it was pointed at last, as HAProxy or a floating IP is. */
export type Switch = {
  port: number
  /** Ends every connection and leads new ones there, or nowhere. */
  pointAt(target: { hostname: string; port: string } | undefined): void
  close(): Promise<void>
}

export async function startSwitch(): Promise<Switch> {
  const open = new Set<Socket>()
  let target: { hostname: string; port: string } | undefined
  const server = createServer((socket) => {
    if (!target) return void socket.destroy()
    const onward = createConnection(Number(target.port), target.hostname)
    for (const [each, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      open.add(each)
      each.on('error', () => other.destroy())
      each.on('close', () => {
        open.delete(each)
        other.destroy()
      })
      each.pipe(other)
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    pointAt: (next) => {
      target = next
      cut()
    },
    close: async () => {
      cut()
      await new Promise((done) => server.close(done))
    },
  }
}
