import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export type Browser = { executablePath: string; args: string[]; env: Record<string, string> }

const root = resolve(import.meta.dirname, '..')
const cache = join(root, 'node_modules/.cache/chromium')
const aptGet = '/usr/bin/apt-get'
// The one without windows first: a whole browser draws its own frame too, at twice the cost.
const installed = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--disable-background-networking',
]

/** A Chromium for tests: the one that is named, else npm's, else the system's, else Debian's. */
export function findBrowser(): Browser {
  const named = process.env.CHROME_PATH
  if (named) return { executablePath: named, args, env: inherited() }
  const fromNpm = process.platform === 'linux' && process.arch === 'x64' ? unpacked() : undefined
  if (fromNpm) return fromNpm
  const system = systemBrowser() ?? (installDebian() ? systemBrowser() : undefined)
  if (system) return { executablePath: system, args, env: inherited() }
  throw new Error(
    'No browser for the tests: install Chromium (apt-get install chromium-headless-shell) or set CHROME_PATH.',
  )
}

const systemBrowser = () => installed.find((path) => existsSync(path))

/** npm's Chromium is built for x64 only; elsewhere root on Debian gets the distribution's. */
function installDebian(): boolean {
  if (process.getuid?.() !== 0 || !existsSync(aptGet)) return false
  console.log('Installing Chromium for the tests (apt-get install chromium-headless-shell)')
  const quiet = {
    stdio: 'ignore',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  } as const
  spawnSync(aptGet, ['update'], quiet)
  const install = ['install', '--yes', '--no-install-recommends']
  return ['chromium-headless-shell', 'chromium'].some(
    (name) => spawnSync(aptGet, [...install, name], quiet).status === 0,
  )
}

function unpacked(): Browser | undefined {
  mkdirSync(cache, { recursive: true })
  const executablePath = join(cache, 'chromium')
  if (!existsSync(join(cache, 'ready'))) {
    // The package unpacks its libraries only where it believes itself at home.
    const { status } = spawnSync(process.execPath, [join(root, 'tools/unpack-chromium.ts')], {
      env: { ...process.env, TMPDIR: cache, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' },
      stdio: 'ignore',
    })
    if (status !== 0 || !existsSync(executablePath)) return undefined
    writeFileSync(join(cache, 'fonts.conf'), fontsConf)
    writeFileSync(join(cache, 'ready'), '')
  }
  return {
    executablePath,
    args,
    env: {
      ...inherited(),
      LD_LIBRARY_PATH: join(cache, 'al2023/lib'),
      FONTCONFIG_FILE: join(cache, 'fonts.conf'),
    },
  }
}

// Without it the unpacked browser finds no font and draws no text.
const fontsConf = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(cache, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(cache, 'fontcache')}</cachedir>
</fontconfig>
`

function inherited(): Record<string, string> {
  const known = Object.entries(process.env).filter((entry) => entry[1] !== undefined)
  return Object.fromEntries(known) as Record<string, string>
}
