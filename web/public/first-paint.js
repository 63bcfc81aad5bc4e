// Runs before the first paint. It is its own file because the content policy allows no inline script.
;(() => {
  // The colour scheme that the cookie names, so that no page flashes white in a dark room.
  const wanted = /(?:^|;\s*)scheme=(light|dark)(?:;|$)/.exec(document.cookie)?.[1]
  const dark = wanted ? wanted === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.setAttribute('data-scheme', dark ? 'dark' : 'light')

  // Who has a login is on the way to the customer area: its files are asked for together with the
  // first ones, and not after those have run.
  const area = document.querySelector('meta[name="area"]')?.content
  if (!area || !/^\/(?:$|c(?:\/(?!statement)|$))/.test(location.pathname) || !held()) return
  for (const file of area.split(' ')) {
    const link = document.createElement('link')
    if (file.endsWith('.css')) link.as = 'style'
    link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload'
    link.crossOrigin = ''
    link.href = file
    document.head.append(link)
  }

  function held() {
    try {
      return localStorage.getItem('auth')
    } catch {
      return null
    }
  }
})()
