// Runs before the first paint, so that neither the theme nor the language nor the splash flickers, and so that nobody
// sees a landing page that was drawn for somebody else: it is for visitors, in the language that they chose last.
// A file of its own, because the Content-Security-Policy allows no inline script.
;(function () {
  try {
    var root = document.documentElement
    var theme = localStorage.getItem('theme')
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
    var language = localStorage.getItem('language') === 'hi' ? 'hi' : 'en'
    if (localStorage.getItem('token') || language !== root.lang) root.dataset.stale = ''
    root.lang = language
    if (sessionStorage.getItem('splash') === 'seen') root.dataset.splash = 'seen'
    var pages = document.getElementById('pages') // written by web/build/preloadPages.ts
    var needed = pages && JSON.parse(pages.textContent)[language][location.pathname]
    if (needed && (localStorage.getItem('token') || location.pathname === '/login')) needed.forEach(preload)
  } catch {
    // Storage is blocked: the system's theme, English and the splash are fine.
  }

  function preload(file) {
    var link = document.createElement('link')
    if (file.endsWith('.css')) {
      link.rel = 'preload'
      link.as = 'style'
    } else {
      link.rel = 'modulepreload'
    }
    link.crossOrigin = ''
    link.href = '/assets/' + file
    document.head.append(link)
  }
})()
