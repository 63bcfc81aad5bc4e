import { connect, type Socket } from 'node:net'

// A process of its own that holds event streams open: reading them takes time that the process
// which sends transfers does not have. It reads bytes only, as that one does.

export type Asked = { open: { port: number; tokens: string[] } } | { close: true } | { count: true }
export type Told = { opened: number; refused: number; events: number }

const sockets = new Set<Socket>()
let events = 0

process.on('message', async (asked: Asked) => {
  if ('open' in asked) return tell(await openAll(asked.open))
  if ('close' in asked) await closeAll()
  tell({ opened: sockets.size, refused: 0 })
})

function tell(told: Omit<Told, 'events'>): void {
  process.send?.({ ...told, events })
}

/** All at once, as they come back when a server does. */
async function openAll({ port, tokens }: { port: number; tokens: string[] }) {
  const heads = await Promise.all(tokens.map((token) => open(port, token)))
  const opened = heads.filter((head) => head.startsWith('HTTP/1.1 200 ')).length
  return { opened, refused: tokens.length - opened }
}

function open(port: number, token: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    sockets.add(socket)
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      resolve(text)
      for (let at = text.indexOf('data: '); at >= 0; at = text.indexOf('data: ', at + 1))
        events += 1
    })
    socket.once('error', (error) => resolve(error.message))
    socket.once('close', () => sockets.delete(socket))
    socket.write(
      `GET /api/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
        'Accept: */*\r\nAccept-Encoding: gzip, deflate, br, zstd\r\nAccept-Language: en\r\n' +
        'Sec-Fetch-Dest: empty\r\nSec-Fetch-Mode: cors\r\nSec-Fetch-Site: same-origin\r\n' +
        'User-Agent: Mozilla/5.0 (X11; Linux x86_64) Chrome/153.0.0.0 Safari/537.36\r\n\r\n',
    )
  })
}

async function closeAll(): Promise<void> {
  const closed = [...sockets].map((socket) => new Promise((done) => socket.once('close', done)))
  for (const socket of sockets) socket.destroy()
  await Promise.all(closed)
}
