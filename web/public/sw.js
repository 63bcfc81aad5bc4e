// Service worker. It keeps the files whose names carry a hash of what is in them, and nothing else: no
// answer of the bank and no page, so that nobody is held on an old version and a thief finds only code
// that anybody can load. The cache is the page's: it is made at the login and deleted at the logout, and
// where there is none nothing is kept.
const cacheName = 'files'
const hashed = /^\/assets\/[\w.-]+-[\w-]{7}\.\w+$/
const notOurs = /^\/(?:api|mailbox)(?:[/.?]|$)/

addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))

addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (hashed.test(pathname)) event.respondWith(kept(event))
  else if (request.mode === 'navigate' && !notOurs.test(pathname)) {
    event.respondWith(fetch(request).catch(() => offlinePage(request.url)))
  }
})

async function kept(event) {
  const { request } = event
  const held = await caches.match(request, { ignoreVary: true })
  if (held) return held
  const reply = await fetch(request)
  const isFile = reply.ok && !/html/.test(reply.headers.get('content-type') ?? '')
  if (isFile) event.waitUntil(keep(request, reply.clone()))
  return reply
}

// The page deletes the cache under the same lock: opened after that it would be there again. What is on its
// way is waited for before, since a line that hangs must not keep a logout waiting.
async function keep(request, reply) {
  const body = await reply.blob()
  await navigator.locks.request(cacheName, async () => {
    if (!(await caches.has(cacheName))) return
    const cache = await caches.open(cacheName)
    await cache.put(request, new Response(body, reply))
  })
}

// What a reload without a network shows in place of the browser's own page.
function offlinePage(address) {
  const nonce = crypto.randomUUID()
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`,
  }
  const href = address.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  return new Response(
    `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>You are offline</title>
<style nonce="${nonce}">
  :root { --canvas: #f4f7fb; --ink: #10202f; --dimmed: #52606d; --brand: #1f4f92; --link: #1f4f92 }
  @media (prefers-color-scheme: dark) {
    :root { --canvas: #0c131b; --ink: #dbe5ef; --dimmed: #9fb0c2; --brand: #2c64b0; --link: #8fb8ff }
  }
  body { display: grid; gap: 12px; place-content: center; justify-items: center; min-height: 100vh;
    margin: 0; padding: 24px; box-sizing: border-box; background: var(--canvas); color: var(--ink);
    font: 16px/1.5 system-ui, sans-serif; text-align: center }
  svg { color: var(--link) }
  h1 { margin: 8px 0 0; font-size: 24px }
  p { margin: 0; max-width: 42ch; color: var(--dimmed) }
  a { margin-top: 12px; padding: 10px 24px; border-radius: 10px; background: var(--brand); color: #fff;
    font-weight: 600; text-decoration: none }
</style>
<main>
  <svg viewBox="0 0 20 20" width="40" height="40" aria-hidden="true"><path d="M10 1.2 18.8 10 10 18.8 1.2 10Z" fill="currentColor"/></svg>
  <h1>You are offline</h1>
  <p>This page needs the bank. Nothing that you have ordered is lost.</p>
  <p><a href="${href}">try again</a></p>
</main>
</html>`,
    { headers },
  )
}
