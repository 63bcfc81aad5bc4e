// Runs before the first paint. It is its own file because the content policy allows no inline script.
;(() => {
  // The colour scheme that the cookie names, so that no page flashes white in a dark room.
  const wanted = /(?:^|;\s*)scheme=(light|dark)(?:;|$)/.exec(document.cookie)?.[1]
  const dark = wanted ? wanted === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  const root = document.documentElement
  root.setAttribute('data-scheme', dark ? 'dark' : 'light')

  const named = (name) => document.querySelector(`meta[name="${name}"]`)?.content ?? ''
  const preload = (href, attributes) => {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'preload', crossOrigin: '', ...attributes }, { href })
    document.head.append(link)
  }

  // Who waited this long for the page's answer is on a slow line: there the font comes after all that
  // the page needs to be of use, and until then text is drawn in a font that the device has. What is
  // being read is not drawn anew, for other widths break lines elsewhere: the next page has the font.
  const font = named('font')
  const [entry] = performance.getEntriesByType('navigation')
  const answered = entry?.responseEnd || entry?.responseStart
  const slow = entry !== undefined && answered - entry.requestStart > 300
  if (font && !slow) preload(font, { as: 'font', type: 'font/woff2' })
  if (slow) {
    root.setAttribute('data-font', 'later')
    const drawFont = () => root.removeAttribute('data-font')
    const whenHad = () => window.navigation?.addEventListener('navigate', drawFont, { once: true })
    const ask = () => document.fonts.load('1em "Figtree Variable"').then(whenHad, () => undefined)
    addEventListener('load', () => setTimeout(ask, 4000))
  }

  // Who has a login is on the way to the customer area: the customer's data, the area's files and
  // those of the page in it are asked for together with the first ones, and not after those have run.
  const { pathname } = location
  const token = /^\/(?:$|c(?:\/(?!statement)|$))/.test(pathname) && held()
  root.setAttribute('data-first', token ? 'area' : 'entry')
  if (!token) return
  const { apiRoot = '/api', auth } = root.dataset
  const begun = {}
  const begin = (call) => {
    // Only the client puts the login into an address.
    if (auth === 'query') return Promise.reject(new Error('left to the client'))
    const url = `${apiRoot.replace(/\/+$/, '')}/${call}`
    begun[url] = fetch(url, {
      headers: { accept: 'application/json', authorization: `Bearer ${token}` },
      credentials: 'same-origin',
      priority: 'high',
    })
    // Whoever takes the reply hears of its failure.
    begun[url].catch(() => undefined)
    return begun[url]
  }
  window.firstLoad = { token, begun }
  const customer = begin('init-user')
  customer.catch(() => undefined)
  // The two pages with a list show the first account: what they will ask for is known once it is.
  if (/^\/(?:c(?:\/transactions)?\/?)?$/.test(pathname) && !location.search) {
    customer
      .then((reply) => reply.clone().json())
      .then(({ data }) => {
        const id = (data.user.Accounts?.[0] ?? data.accounts[0].account).Id
        begin(`transactions/${encodeURIComponent(id)}?page=1`)
        begin(`acount-overview/${encodeURIComponent(id)}`)
      })
      .catch(() => undefined)
  }
  const page = JSON.parse(named('pages') || '{}')[pathname.replace(/\/+$/, '') || '/c'] ?? {}
  const fetchAll = (files = '') => {
    for (const file of files.split(' ').filter(Boolean)) {
      preload(file, file.endsWith('.css') ? { as: 'style' } : { rel: 'modulepreload' })
    }
  }
  // After the first frame: each of them takes a slow phone some milliseconds, and the line is busy
  // with the first files until long after it. A tab that is not looked at draws no frame; there the
  // client asks for them.
  requestAnimationFrame(() =>
    setTimeout(() => {
      fetchAll(named('area'))
      if (matchMedia('(min-width: 1024px)').matches) fetchAll(named('wide'))
      fetchAll(page.files)
    }),
  )
  // Its title is drawn with the frame; other languages come with the client.
  if (root.lang === 'en' && page.title) {
    root.style.setProperty('--page-title', JSON.stringify(page.title))
    if (page.subtitle !== page.title)
      root.style.setProperty('--page-subtitle', JSON.stringify(page.subtitle))
  }

  function held() {
    try {
      return JSON.parse(localStorage.getItem('auth') ?? 'null')?.token
    } catch {
      return null
    }
  }
})()
