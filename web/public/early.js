// Runs before the first paint, so that neither theme, language nor splash flickers, and so that nobody sees a landing page rendered
// for somebody else: it is rendered for visitors, in the language that they chose last. A separate file, because the
// Content-Security-Policy allows no inline script.
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

  // In browsers older than those of README.md#browsers a script fails at some point, without any message.
  var isOld = !knowsEnough()
  if (isOld) addEventListener('DOMContentLoaded', sayLost)

  function knowsEnough() {
    try {
      RegExp('(?<=a)b') // Safari 16.4
      return CSS.supports('color: color-mix(in srgb, red, blue)') && 'Segmenter' in Intl // Chrome 111, Firefox 125
    } catch {
      return false
    }
  }

  // If a script fails to load, the page stays empty and nothing else can report it. src/main.tsx dispatches 'lost' too.
  addEventListener(
    'error',
    function (event) {
      if (event.target instanceof HTMLScriptElement) sayLost()
    },
    true,
  )
  addEventListener('lost', sayLost)

  function sayLost() {
    if (document.getElementById('lost')) return
    var isHindi = document.documentElement.lang === 'hi'
    var lost = document.createElement('div')
    lost.id = 'lost'
    lost.setAttribute('role', 'alert')
    document.body.append(lost)
    if (isOld) {
      lost.textContent = isHindi
        ? 'आपका ब्राउज़र इस पेज के लिए बहुत पुराना है। उसे अपडेट करें, या नए Chrome, Firefox या Safari में खोलें।'
        : 'Your browser is too old for this page. Update it, or use a new Chrome, Firefox or Safari.'
      return
    }
    lost.textContent = isHindi
      ? 'यह पेज दिखाया नहीं जा सका। अपना कनेक्शन जाँचें।'
      : 'This page could not be shown. Check your connection.'
    var again = document.createElement('button')
    again.textContent = isHindi ? 'फिर से लोड करें' : 'Reload'
    again.addEventListener('click', reload)
    addEventListener('online', reload)
    lost.append(again)
  }

  function reload() {
    location.reload()
  }

  // Requests that the page needs, sent while the scripts are loading; src/api/begun.ts hands the replies over.
  function begin(calls) {
    var token = localStorage.getItem('token')
    var headers = { accept: 'application/json', authorization: 'Bearer ' + token }
    var device = localStorage.getItem('device')
    if (device) headers['x-device-id'] = device
    var replies = {}
    calls.forEach(function (address) {
      var signal = AbortSignal.timeout ? AbortSignal.timeout(20000) : null // as in src/api/client.ts
      replies[address] = fetch(address, { headers: headers, signal: signal })
      replies[address].catch(function () {}) // whoever takes the reply reports the failure
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
