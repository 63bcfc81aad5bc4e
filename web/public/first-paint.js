// Runs before the first paint. It is its own file because the content policy allows no inline script.
;(() => {
  // The colour scheme that the cookie names, so that no page flashes white in a dark room.
  const wanted = /(?:^|;\s*)scheme=(light|dark)(?:;|$)/.exec(document.cookie)?.[1]
  const dark = wanted ? wanted === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.setAttribute('data-scheme', dark ? 'dark' : 'light')

  const named = (name) => document.querySelector(`meta[name="${name}"]`)?.content ?? ''
  const preload = (href, attributes) => {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'preload', crossOrigin: '', ...attributes }, { href })
    document.head.append(link)
  }

  // Who waited this long for the first file is on a slow line: there the code comes before the font.
  const font = named('font')
  if (font && performance.now() < 700) preload(font, { as: 'font', type: 'font/woff2' })

  // Who has a login is on the way to the customer area: the customer's data, the area's files and
  // those of the page in it are asked for together with the first ones, and not after those have run.
  const { pathname } = location
  const token = /^\/(?:$|c(?:\/(?!statement)|$))/.test(pathname) && held()
  document.documentElement.setAttribute('data-first', token ? 'area' : 'entry')
  if (!token) return
  const { apiRoot = '/api' } = document.documentElement.dataset
  const reply = fetch(`${apiRoot.replace(/\/+$/, '')}/init-user`, {
    headers: { accept: 'application/json', authorization: `Bearer ${token}` },
    credentials: 'same-origin',
    priority: 'high',
  })
  // Whoever takes the reply hears of its failure.
  reply.catch(() => undefined)
  window.firstLoad = { token, reply }
  const page = JSON.parse(named('pages') || '{}')[pathname.replace(/\/+$/, '')] ?? ''
  for (const file of `${named('area')} ${page}`.split(' ').filter(Boolean)) {
    preload(file, file.endsWith('.css') ? { as: 'style' } : { rel: 'modulepreload' })
  }

  function held() {
    try {
      return JSON.parse(localStorage.getItem('auth') ?? 'null')?.token
    } catch {
      return null
    }
  }
})()
