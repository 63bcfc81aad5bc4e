import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { makeFindAccounts } from '#accounts/find.ts'
import { assertIbans } from '#accounts/iban.ts'
import { accountRoutes, wholeStatementRoutes } from '#accounts/routes.ts'
import { authRoutes } from '#auth/routes.ts'
import {
  holdSession,
  liveSessions,
  makeAuthenticate,
  makeClaimOf,
  makeSessionOf,
} from '#auth/sessions.ts'
import { siteOf } from '#auth/webauthn.ts'
import { beneficiaryRoutes } from '#beneficiaries/routes.ts'
import { billRoutes } from '#bills/routes.ts'
import { cardRoutes } from '#card-controls/routes.ts'
import { loggable, troubleCounts } from '#db/away.ts'
import type { Db, Replica } from '#db/db.ts'
import { mustTakeWrites } from '#db/takes-writes.ts'
import { demoRoutes } from '#demo/routes.ts'
import { depositRoutes } from '#deposits/routes.ts'
import { documentRoutes, serveKeys } from '#documents/routes.ts'
import { explainRoutes } from '#explain/routes.ts'
import { forecastRoutes } from '#forecast/routes.ts'
import { watchMethods } from '#http/allowed-methods.ts'
import { serveDocs } from '#http/docs/routes.ts'
import { serveHealth } from '#http/health.ts'
import { makeClaimRoute, makeRawRoute, makeRoute } from '#http/route.ts'
import { makeServer } from '#http/server.ts'
import { makeShare } from '#http/share.ts'
import { serveClient } from '#http/static.ts'
import { insightRoutes } from '#insights/routes.ts'
import { interestRoutes } from '#interest/routes.ts'
import { makeBackground } from '#kernel/background.ts'
import { bankClock, type Clock } from '#kernel/clock.ts'
import type { Config } from '#kernel/config.ts'
import { type Bank, batchLimits } from '#kernel/context.ts'
import { loanRoutes } from '#loans/routes.ts'
import { serveMailbox } from '#mail/mailbox.ts'
import { type Carrier, makeMailer } from '#mail/mailer.ts'
import { smtpCarrier } from '#mail/smtp.ts'
import { makeMetrics } from '#metrics/metrics.ts'
import { makeEvents } from '#notifications/live-events.ts'
import { eventRoute, notificationRoutes } from '#notifications/routes.ts'
import { orderRoutes } from '#orders/routes.ts'
import { potRoutes } from '#pots/routes.ts'
import { profileRoutes } from '#profile/routes.ts'
import { requestRoutes } from '#requests/routes.ts'
import { eventCounts } from '#security/note-event.ts'
import { supportRoutes } from '#support/routes.ts'
import { boundOrder } from '#transfers/code-order.ts'
import { makePostOrder } from '#transfers/poster.ts'
import { transferRoutes } from '#transfers/routes.ts'

/** Builds `Bank`, without HTTP and jobs: the server and the operator's command line both use it. */
export function makeBank({
  config,
  db,
  replica,
  clock,
  log,
  carrier = config.smtp && smtpCarrier(config.smtp),
}: {
  config: Config
  db: Db
  replica?: Replica | undefined
  clock: Clock
  log: Logger
  carrier?: Carrier | undefined
}): Bank {
  assertIbans(config)
  const background = makeBackground((error) => log.error(loggable(error), 'background work failed'))
  const limits = batchLimits({ db, config })
  const metrics = makeMetrics()
  metrics.countEvents(eventCounts)
  metrics.countTroubles(troubleCounts)
  return {
    config,
    db,
    replica,
    clock: bankClock(clock),
    background,
    metrics,
    mailer: makeMailer({ db, clock, log, carrier, metrics, systemName: config.systemName }),
    postOrder: makePostOrder(db.sql, {
      ...limits,
      onBatch: metrics.batch,
      onOutcome: metrics.order,
    }),
    findAccounts: makeFindAccounts(db.sql, limits),
  }
}

/** The bank's HTTP server, ready to listen or to be asked by a test. */
export function buildApp(
  bank: Bank,
  log: Logger,
  { isReady = () => true }: { isReady?: () => boolean } = {},
): FastifyInstance {
  const { config, db, metrics } = bank
  const site = siteOf(config)
  const app = makeServer({ log, trustedProxies: config.trustedProxies, metrics })
  const methodsOf = watchMethods(app)
  tellBusinessTime(app, bank)
  serveHealth(app, { ask: () => mustTakeWrites(db.sql), isReady })
  const authenticate = makeAuthenticate(bank)
  const share = makeShare(config.requestsAtOnce)
  const ways = { secure: config.publicUrl.startsWith('https:'), share }
  const route = makeRoute(app, authenticate, ways)
  authRoutes(route, bank, {
    boundOrder: (customer, named) => boundOrder(bank, customer, named),
  })
  const claimRoute = makeClaimRoute(app, { claimOf: makeClaimOf(bank), authenticate, share })
  accountRoutes({ route, claimRoute }, bank)
  const rawRoute = makeRawRoute(app, authenticate, ways)
  const onBroken = (error: unknown) => log.error(loggable(error), 'a statement broke off')
  wholeStatementRoutes(rawRoute, bank, onBroken)
  documentRoutes({ route, rawRoute }, bank, onBroken)
  serveKeys(app, bank)
  profileRoutes(route, bank)
  transferRoutes(route, bank)
  depositRoutes(route, bank)
  beneficiaryRoutes(route, bank, holdSession)
  requestRoutes(route, bank)
  insightRoutes(route, bank)
  potRoutes(route, bank)
  supportRoutes(route, bank)
  notificationRoutes(route, bank)
  const events = makeEvents(bank, {
    live: (sessions) => liveSessions(bank, sessions),
    onError: (error) => log.error(loggable(error), 'events were not told'),
  })
  eventRoute(app, events, { admit: makeSessionOf(bank), streams: metrics.streams })
  loanRoutes(route, bank)
  interestRoutes(route, bank)
  cardRoutes(route, bank)
  billRoutes(route, bank)
  orderRoutes(route, bank)
  forecastRoutes(route, bank)
  if (config.demo) demoRoutes(route, bank)
  explainRoutes({ route, rawRoute }, bank, onBroken)
  serveDocs(app)
  if (config.mailbox) serveMailbox(app, { sql: db.sql, config })
  serveClient(app, {
    webDir: config.webDir,
    publicUrl: config.publicUrl,
    methodsOf,
    page: {
      'data-api-root': '/api',
      'data-system-name': config.systemName,
      'data-bank-zone': config.bankZone,
      'data-cover-ms': String(config.coverMs),
      'data-idle-minutes': String(config.sessionIdleMinutes),
      'data-last-name-min': String(config.lastNameMin),
      'data-guessable': 'refused',
      ...(config.bankCode && {
        'data-iban-start': `${config.bankCountry}\\d\\d${config.bankCode}`,
      }),
      ...(config.bankAddress && { 'data-bank-address': config.bankAddress }),
      ...(site && { 'data-passkey-site': site.id }),
      ...(config.demo && { 'data-demo': '1' }),
    },
  })
  app.addHook('onClose', () => bank.background.settled())
  return app
}

/** Tells a page by a header of every reply what the bank's time is, where that is not the real one. */
function tellBusinessTime(app: FastifyInstance, { clock, config }: Bank): void {
  const isAhead = () => clock.businessNow().getTime() - clock.now().getTime() > 1_000
  // Elsewhere nobody moves it.
  if (!config.demo && !isAhead()) return
  app.addHook('onSend', async (request, reply) => {
    if (!request.url.startsWith('/api') || !isAhead()) return
    reply.header('bank-time', clock.businessNow().toISOString())
  })
}
