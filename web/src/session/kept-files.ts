import { onToken, readToken } from '#api/token.ts'

// The same name as in sw.js, which keeps files only where this cache exists; of the lock too.
const cacheName = 'files'

// Trusted Types: the address of a worker is code, so the content policy wants to know who names it.
type Policies = {
  createPolicy(name: string, rules: { createScriptURL: () => string }): Worker
}
type Worker = { createScriptURL(address: string): string }

// On a slow line the page itself comes first.
const afterPageMs = 3000

/** Registers the service worker. */
function register(): void {
  const { trustedTypes } = window as { trustedTypes?: Policies }
  const address = '/sw.js'
  const policy = trustedTypes?.createPolicy('service-worker', { createScriptURL: () => address })
  // Without it the bank works as well.
  navigator.serviceWorker
    .register(policy?.createScriptURL(address) ?? address)
    .catch(() => undefined)
}

/** Files are kept for as long as somebody is signed in; a logout leaves nothing behind, in any tab. */
async function keepWhileSignedIn(): Promise<void> {
  await navigator.locks.request(cacheName, async () => {
    if (readToken()) await caches.open(cacheName)
    else for (const name of await caches.keys()) await caches.delete(name)
  })
}

// A page that came over a plain connection from another machine has neither.
if ('serviceWorker' in navigator && 'caches' in window) {
  const follow = () => void keepWhileSignedIn().catch(() => undefined)
  follow()
  onToken(follow)
  setTimeout(register, afterPageMs)
}
