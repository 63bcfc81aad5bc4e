import { createConnection, createServer, type Server } from 'node:net'

/** A TCP proxy to another server that can be cut or made slow. */
export type Relay = {
  port: number
  /** What the other side says arrives this much later. */
  delayMs: number
  /**
   * Accepts no connection any more; open ones may finish. One that breaks between a mail and its
   * receipt would make any sender send it again.
   */
  down(): Promise<void>
  up(): Promise<void>
}

export async function startRelay(target: URL): Promise<Relay> {
  let server: Server | undefined
  const relay: Relay = {
    port: 0,
    delayMs: 0,
    async down() {
      await new Promise((done) => server?.close(done))
    },
    async up() {
      server = createServer((near) => {
        const far = createConnection(Number(target.port), target.hostname)
        for (const socket of [near, far]) {
          socket.on('error', () => socket.destroy())
          socket.on('close', () => {
            near.destroy()
            far.destroy()
          })
        }
        near.pipe(far)
        far.on('data', (chunk) => setTimeout(() => near.write(chunk), relay.delayMs))
      })
      await new Promise<void>((done) => server?.listen(relay.port, '127.0.0.1', done))
      const address = server.address()
      if (typeof address === 'object' && address) relay.port = address.port
    },
  }
  await relay.up()
  return relay
}
