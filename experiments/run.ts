/** What can be tried, by the name of its file; docs/operating.md says more of each. */
export const experiments = {
  'bill-dates': 'simulated days of recurring bills: each due date once',
  'standing-orders': 'five simulated years of standing orders and bills: each due date once',
  'broken-statements':
    'breaks statements of the specification one by one: the tests that show them fail',
  'clock-jumps': 'zones, nights of clock changes, a leap day, clocks that jump or differ',
  conservation: 'moves money from many clients while others add it up',
  crash: 'kills the server, or PostgreSQL, under load; looks up all that was acknowledged',
  dbrestart: 'restarts PostgreSQL under two servers: all is answered, payments go on',
  divisions: 'one bank in two databases: transfers across while processes and databases are killed',
  documents: 'types what operating.md and moving.md say, in a fresh Debian with its own systemd',
  failover: 'kills a primary and promotes its synchronous standby; leaves a primary alone',
  forecast: '500 customers, 90 days: what was foretold of each account is what happens',
  flood: 'password guesses from many addresses while customers work and sign in',
  'folder-lock': 'a second server on the same data folder',
  'full-disk': "fills the disk of PostgreSQL's data, then that of its log, under two servers",
  'ledger-model': 'random orders against a model of the ledger',
  'lost-replies':
    'answers that are lost by a server of the specification alone: one press, one order',
  'mail-outage': 'a mail server that is down, silent, slow or refusing; every mail arrives once',
  moving: 'moves an embedded bank to PostgreSQL with everything under way',
  pdf: 'a statement of many lines made beside other requests; looked at by qpdf and poppler',
  power: 'simulated power cuts of the embedded database',
  restore: 'dump, destroy, restore, rebuild balances from the journal',
  retry: 'a network that loses requests and replies: each order has one effect',
  rolling: 'replaces servers of another commit by those of this one, one by one, under load',
  soak: 'mixed load for long while servers, database and mail fail; memory and open files',
  'time-machine': 'passes a year in two fresh demo banks: within a minute, sound, the same books',
  undo: 'transfers called back around their release while the server is killed: paid or returned, once',
  'upgrade-locks':
    'migrates a bank with a million rows in every table: how long each migration takes',
} as const

if (import.meta.main) await run(process.argv[2])

async function run(name = ''): Promise<void> {
  if (!(name in experiments)) return list(name)
  // Each experiment reads its own options from the command line: take its name out of it.
  process.argv.splice(2, 1)
  await import(`./${name}.ts`)
}

function list(name: string): void {
  const width = Math.max(...Object.keys(experiments).map(({ length }) => length))
  const rows = Object.entries(experiments).map(([key, what]) => `  ${key.padEnd(width)}  ${what}`)
  if (name) console.log(`There is no experiment called ${name}.\n`)
  console.log(`npm run experiment -- <name> [--option value …]\n\n${rows.join('\n')}\n`)
  process.exit(name ? 1 : 0)
}
