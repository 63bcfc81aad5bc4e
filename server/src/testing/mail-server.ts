import { readFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'

export type Delivered = {
  from: string
  to: string[]
  head: string
  body: string
  /** Whether it came through TLS, and in whose name. */
  secure: boolean
  user: string
}

/** The certificate for STARTTLS, by its name in testing/certificates, and who may log in. */
type Manners = {
  starttls?: 'signed' | 'self-signed'
  login?: { user: string; password: string }
}

/**
 * How a mail server behaves: as it should, refusing for now, the addressee or the sender for good, or
 * saying nothing at all.
 */
export type Manner = 'well' | 'later' | 'never' | 'not-from-you' | 'silent'

export type MailServer = {
  url: string
  delivered: Delivered[]
  /** How many connections were opened. */
  visits: number
  manner: Manner
  stop(): Promise<void>
}

/** A mail server that speaks just enough SMTP to take mails and to misbehave. */
export async function startMailServer(manners: Manners = {}): Promise<MailServer> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    made.visits += 1
    if (made.manner !== 'silent') serve(socket, made, manners)
  })
  const made: MailServer = {
    url: '',
    delivered: [],
    visits: 0,
    manner: 'well',
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  made.url = `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  return made
}

function serve(socket: Socket, server: MailServer, manners: Manners): void {
  const say = (line: string) => socket.write(`${line}\r\n`)
  const secure = socket instanceof TLSSocket
  const { starttls, login } = manners
  let mail = { from: '', to: [] as string[] }
  let user = ''
  let waiting = ''
  let content: string | undefined
  const command = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'EHLO' || verb === 'HELO') {
      const offers = [starttls && !secure && 'STARTTLS', login && 'AUTH PLAIN'].filter(Boolean)
      return say([...offers.map((offer) => `250-${offer}`), '250 mail.example'].join('\r\n'))
    }
    if (verb === 'RSET') return say('250 OK')
    if (verb === 'STAR' && starttls) {
      say('220 Go on')
      socket.removeAllListeners('data')
      return serve(secured(socket, starttls), server, manners)
    }
    if (verb === 'AUTH' && login) {
      user = login.user
      const right = Buffer.from(`\0${login.user}\0${login.password}`).toString('base64')
      return say(line.endsWith(` ${right}`) ? '235 Welcome' : '535 5.7.8 Who are you?')
    }
    if (verb === 'QUIT') return say('221 Bye')
    if (verb === 'MAIL') {
      mail = { from: line, to: [] }
      if (server.manner === 'not-from-you') return say('550 Sender refused')
      return say(server.manner === 'later' ? '451 Try again later' : '250 OK')
    }
    if (verb === 'RCPT') {
      if (server.manner === 'never') return say('550 No such mailbox')
      mail.to.push(/<(.*)>/.exec(line)?.[1] ?? '')
      return say('250 OK')
    }
    if (verb === 'DATA') {
      content = ''
      return say('354 Go on')
    }
    return say('502 What?')
  }
  const take = () => {
    if (content !== undefined) {
      const end = waiting.indexOf('\r\n.\r\n')
      if (end < 0) return false
      const [head = '', ...body] = waiting.slice(0, end).split('\r\n\r\n')
      server.delivered.push({ ...mail, head, body: body.join('\r\n\r\n'), secure, user })
      waiting = waiting.slice(end + 5)
      content = undefined
      say('250 Taken')
      return true
    }
    const end = waiting.indexOf('\r\n')
    if (end < 0) return false
    const line = waiting.slice(0, end)
    waiting = waiting.slice(end + 2)
    command(line)
    return true
  }
  socket.setEncoding('utf8')
  socket.on('data', (chunk) => {
    waiting += chunk
    while (take());
  })
  // After STARTTLS the client speaks first.
  if (!secure) say('220 mail.example')
}

function secured(socket: Socket, name: string): TLSSocket {
  const read = (kind: string) =>
    readFileSync(join(import.meta.dirname, `certificates/${name}.${kind}`))
  const wrapped = new TLSSocket(socket, { isServer: true, key: read('key'), cert: read('pem') })
  wrapped.on('error', () => wrapped.destroy())
  return wrapped
}
