import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { paths } from './src/paths.ts'

/** What a bundler knows of a module. */
type Modules = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

const besideEveryPage =
  /\/src\/(?:shell\/(?:later|live|told|use-slash|apply-news|explaining|panels|proof|idle-warning|offline|time-machine|no-such-page)|session\/idle|api\/events|widgets\/(?:news-words|explain-mark|question)|ui\/(?:strip|in-demo-strip|toast-cards|use-mounted))\.|\/IconPlayerTrackNext\./

const besideOverview =
  /\/(?:accounts\/(?:balance-|coming-up|due|get-started|insight|money-flow|no-account|safe-to|swipe|where-it)|ui\/doughnut|widgets\/(?:tiles\.|forecast-query))/

/** Two pages need these, and of each other nothing. */
const shownTwice =
  /\/(?:Icon(?:Cash|Receipt|Users)|accounts\/nothing|ui\/empty-state|widgets\/receive-money)\./

/** Files of the contract that hardly a page needs one of without the others. */
const together: Record<string, string> = {
  ...{ banks: 'orders', beneficiaries: 'orders', numbers: 'orders', transfers: 'orders' },
  ...{ undo: 'orders', bills: 'due', insights: 'due', loans: 'due', schedule: 'due' },
  ...{ 'standing-orders': 'due', months: 'due', 'loan-plan': 'due', 'loan-repay': 'due' },
  ...{ 'pot-goal': 'pots', deposits: 'requests', documents: 'support', interest: 'due' },
  ...{ 'account-name': 'search', authenticator: 'orders', security: 'orders' },
  ...{ categories: 'due', budgets: 'due', forecast: 'due', demo: 'due', names: 'signup' },
  'first-habits': 'lenient',
}

/**
 * Which file a module goes to. Left alone, whatever two pages share becomes a file of its own, and
 * a first load fetches thirty of a few hundred bytes. Here a first load is: `base`, the libraries,
 * which hardly a release changes; `login`, what the first page shows; and in the customer area
 * `query`, `shared` and `area`, and `wide` where there is room. Pages and dialogs that come later stay
 * apart.
 */
export function chunkOf(id: string, modules: Modules): string | null {
  parts ??= partsOf(modules)
  if (parts.login.has(id)) return id.includes('/node_modules/') ? 'base' : 'login'
  // The cache of what was asked for: in the area, and on the sheets to print, but not before the login.
  if (id.includes('/@tanstack/')) return 'query'
  if (besideEveryPage.test(id)) return 'live'
  // What accompanies every page needs it, and so does every dialog, and every form that moves money.
  if (
    /\/src\/(?:ui\/(?:alert-box|dialog|close-button|focus-place|hidden-part|toasts|use-here)|api\/(?:money-moved|ask-again))\./.test(
      id,
    )
  )
    return 'dialog'
  // On the login page, where the bank has passkeys, and wherever else one is asked for.
  if (/\/(?:passkeys-here|passkey-entry|passkey-login|api\/passkeys)\.tsx?$/.test(id))
    return 'passkeys'
  if (id.endsWith('/IconFingerprint.mjs')) return 'passkeys'
  // What nearly every page with a form needs is one file: on a slow line each takes its own time.
  if (/\/(?:contract\/src\/passkeys|api\/passkey-list)\.ts$/.test(id)) return 'orders'
  if (id.endsWith('/session/kept-files.ts')) return 'kept-files'
  // It asks for passkeys, which what it stands beside must not need.
  if (id.includes('/shell/proof-dialog.')) return 'proof'
  // Of a few bytes, and needed by several files of the contract.
  if (parts.calls.has(id) || id.endsWith('/contract/src/habits.ts')) return 'shared'
  // Beside widgets/transaction-facts.ts, which gives them their words.
  if (id.endsWith('/contract/src/transaction-rules.ts')) return 'query'
  // On the first page of the area and on most others, and hardly anything by itself.
  if (id.endsWith('/widgets/by-code.ts')) return 'query'
  // As long as a page, and asked for when somebody types a new password.
  if (id.includes('/common-passwords.txt')) return 'common-passwords'
  if (id.endsWith('/contract/src/password-rules.ts')) return 'fields'
  // Of a transaction's detail and of its receipt, which come later.
  if (/\/(?:contract\/src|widgets)\/parties\.ts$/.test(id)) return 'parties'
  // Read by one feature only.
  if (id.endsWith('/contract/src/epc.ts')) return 'transfers'
  if (id.endsWith('/contract/src/card-controls.ts')) return 'cards'
  // The contract's other files one by one: together with a page they would need what needs them.
  const call = /\/contract\/src\/(\w[\w-]*)\.ts$/.exec(id)
  // Whoever asks for these lists needs the calls.
  const name = /\/api\/due-lists\.ts$/.test(id) ? 'due' : (together[call?.[1] ?? ''] ?? call?.[1])
  if (name) return name === 'orders' ? name : `contract-${name}`
  // Not `shared`: the pages before the login load that, and would load the cache with it.
  if (parts.area.has(id) && parts.entry.has(id)) return 'shared'
  if (parts.area.has(id)) return parts.sheets.has(id) ? 'query' : 'area'
  // Pages have them whose lists have no pages, or forms that check a name.
  if (/\/Icon(?:Chevron(?:Left|Right)|HelpCircle)\.mjs$/.test(id)) return 'area'
  // The first page asks for them as soon as it is drawn, together with its list.
  if (parts.menu.has(id)) return 'export'
  // Pictures that three pages show, and none of them at once.
  if (parts.marks.has(id)) return 'categories'
  if (shownTwice.test(id)) return 'receive'
  if (parts.wide.has(id) && parts.entry.has(id)) return 'shared'
  // On the menu of a wide screen, and on the one that a phone opens.
  if (parts.menus.has(id) || id.endsWith('/IconLogout.mjs')) return 'menus'
  if (parts.wide.has(id)) return 'wide'
  return laterChunkOf(id, parts)
}

/** What comes after the first load, by the folder: a few files, each for several pages. */
function laterChunkOf(id: string, from: ReturnType<typeof partsOf>): string | null {
  const { sheets, entry, history } = from
  const feature = /\/src\/features\/(\w+)\//.exec(id)?.[1]
  // On the first page and on the list of all lines, and so little that neither waits for the other's.
  if (
    /\/(?:IconSearch|accounts\/(?:period-chips|chip-select|date-range|chips|months)|i18n\/(?:line-words|month|range|weekday))\./.test(
      id,
    )
  )
    return 'period'
  // The list of all transactions is opened most of all: it has little of what other pages need.
  if (history.has(id)) {
    // The pages before the login have these too, and not the rest.
    if (sheets.has(id) || entry.has(id)) return 'fields'
    return feature ? 'history' : 'common'
  }
  if (sheets.has(id)) return feature ? 'sheets' : 'fields'
  if (entry.has(id)) return feature ?? 'fields'
  // The first page of the area asks for these as soon as it is drawn, and for no other page's.
  if (besideOverview.test(id)) return 'home'
  // A code is drawn on some pages, and read only from a picture that a customer chooses.
  if (/\/(?:picture-code\.ts|qr\/decode\.js)$/.test(id)) return 'picture-code'
  if (id.includes('/node_modules/qr/')) return 'qr'
  // The page itself is no part of one, this panel has two features in it, and whoever looks at these
  // has nothing to do with the pages beside them.
  if (
    id.endsWith('.html') ||
    /\/(?:money-panel|pay-code-page|auth\/(?:preview|signed-facts|verify-page))\./.test(id)
  )
    return null
  if (feature) return feature
  // Each has its own occasion: another language, the menu, a warning, a file to save.
  if (/\/src\/(?:i18n\/|shell\/|api\/gathered)/.test(id)) return null
  return 'orders'
}

let parts: ReturnType<typeof partsOf> | undefined

function partsOf(modules: Modules) {
  const reached = (...files: string[]) => new Set(files.flatMap((file) => from(file, modules)))
  const contract = (...names: string[]) => names.map((name) => `../contract/src/${name}.ts`)
  return {
    login: reached('src/main.tsx', ...contract('auth', 'refusals')),
    area: reached('src/shell/area.tsx'),
    menus: reached('src/shell/more-pages.tsx'),
    wide: reached('src/shell/wide-only.tsx'),
    menu: reached('src/widgets/export-menu.tsx', 'src/ui/pager.tsx'),
    marks: reached('src/widgets/category-mark.tsx'),
    history: reached('src/features/accounts/transactions-page.tsx'),
    // The other pages before the login.
    entry: reached(
      ...['signup', 'reset-request', 'reset', 'code', 'token-login', 'logout', 'not-found'].map(
        (name) => `src/features/auth/${name}-page.tsx`,
      ),
      'src/features/auth/email-links.tsx',
      'src/features/auth/verify-email-page.tsx',
    ),
    // What the first page of the area asks for.
    calls: reached(...contract('accounts', 'notifications', 'profile')),
    sheets: reached(
      'src/features/accounts/receipt-page.tsx',
      'src/features/accounts/statement-page.tsx',
    ),
  }
}

/** A file and all that is loaded with it; what is loaded later is left out. */
function from(file: string, modules: Modules): string[] {
  const found = new Set<string>()
  const ahead = [join(import.meta.dirname, file)]
  for (let id = ahead.pop(); id; id = ahead.pop()) {
    // The index names the whole contract, of which a page needs little.
    if (found.has(id) || id.endsWith('/contract/src/index.ts')) continue
    found.add(id)
    ahead.push(...(modules.getModuleInfo(id)?.importedIds ?? []))
  }
  return [...found]
}

/** Two files that need each other would run before what they need: rather no build than that. */
export function noCircles(files: Record<string, { imports?: readonly string[] }>): void {
  const ahead = (file: string) => files[file]?.imports ?? []
  for (const start of Object.keys(files)) {
    const seen = new Set<string>()
    const queue = [...ahead(start)]
    for (let file = queue.pop(); file; file = queue.pop()) {
      if (file === start)
        throw new Error(`${start} needs itself, by way of ${[...seen].join(', ')}`)
      if (seen.has(file)) continue
      seen.add(file)
      queue.push(...ahead(file))
    }
  }
}

type Built = Record<string, { type: string }>
type Chunk = {
  type: 'chunk'
  moduleIds: readonly string[]
  imports: readonly string[]
  viteMetadata?: { importedCss: ReadonlySet<string> }
}

type Row = { path: string; title: string; subtitle: string }
type PageFiles = Row & {
  /** What it is drawn with, beside the files of the first load. */
  own: string[]
}

/** The titles of each page of the customer area, and the files that it needs. */
export function pageFiles(bundle: Built): PageFiles[] {
  const chunks = Object.entries(bundle).filter(([, file]) => file.type === 'chunk') as unknown as [
    string,
    Chunk,
  ][]
  const byName = new Map(chunks)
  const gather = (name: string, found: Set<string>) => {
    if (found.has(name)) return
    found.add(name)
    for (const css of byName.get(name)?.viteMetadata?.importedCss ?? []) found.add(css)
    for (const next of byName.get(name)?.imports ?? []) gather(next, found)
  }
  const first = new Set<string>()
  for (const [name] of chunks) {
    if (/\/(?:rolldown-runtime|base|login)-[\w-]+\.js$/.test(name)) gather(name, first)
  }
  const filesOf = (module: string) => {
    const chunk = chunks.find(([, { moduleIds }]) => moduleIds.some((id) => id.endsWith(module)))
    if (!chunk) throw new Error(`no file has ${module} in it`)
    const found = new Set<string>()
    gather(chunk[0], found)
    return [...found].filter((file) => !first.has(file))
  }
  return pageRows().map(({ module, ...row }) => ({ ...row, own: filesOf(module) }))
}

/** Which module has which page, as the table of the pages says; the first page is in the area's own. */
function pageRows(): (Row & { module: string })[] {
  const table = readFileSync(join(import.meta.dirname, 'src/shell/pages.tsx'), 'utf8')
  const told = (row: string, field: string) =>
    new RegExp(`^ {4}${field}: msg\\('([^']*)'\\),$`, 'm').exec(row)?.[1] ?? ''
  return table.split(/\n {2}\{\n/).flatMap((row) => {
    const name = /path: paths\.(\w+),/.exec(row)?.[1]
    if (!name) return []
    const file = /import\('#(features\/[\w/-]+\.tsx)'\)/.exec(row)?.[1]
    const module = `/src/${file ?? 'features/accounts/overview-page.tsx'}`
    const path = paths[name as keyof typeof paths]
    return [{ path, module, title: told(row, 'title'), subtitle: told(row, 'subtitle') }]
  })
}
