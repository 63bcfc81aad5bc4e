// Runs before the first paint: sets the colour scheme that the cookie names, so that no page
// flashes white in a dark room. It is its own file because the content policy allows no inline script.
;(() => {
  const wanted = /(?:^|;\s*)scheme=(light|dark)(?:;|$)/.exec(document.cookie)?.[1]
  const dark = wanted ? wanted === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.setAttribute('data-scheme', dark ? 'dark' : 'light')
})()
