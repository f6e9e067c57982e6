// Runs before the first paint, so that neither the theme nor the language nor the splash flickers.
// A file of its own, because the Content-Security-Policy allows no inline script.
;(function () {
  try {
    var root = document.documentElement
    var theme = localStorage.getItem('theme')
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
    if (localStorage.getItem('language') === 'hi') root.lang = 'hi'
    if (sessionStorage.getItem('splash') === 'seen') root.dataset.splash = 'seen'
  } catch {
    // Storage is blocked: the system's theme, English and the splash are fine.
  }
})()
