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
    var calls = pages && JSON.parse(pages.textContent).calls[location.pathname]
    if (calls && JSON.parse(localStorage.getItem('user')).role === 'user') begin(calls)
  } catch {
    // Storage is blocked: the system's theme, English and the splash are fine.
  }

  // What the page asks the server for while the scripts are on their way; src/api/begun.ts hands the replies over.
  function begin(calls) {
    var token = localStorage.getItem('token')
    var headers = { accept: 'application/json', authorization: 'Bearer ' + token }
    var device = localStorage.getItem('device')
    if (device) headers['x-device-id'] = device
    var replies = {}
    calls.forEach(function (address) {
      replies[address] = fetch(address, { headers: headers })
      replies[address].catch(function () {}) // whoever takes it says so
    })
    window.begun = { token: token, replies: replies }
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
