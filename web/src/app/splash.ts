const shownMs = 2000
const fadeMs = 300

/** Removes the splash of index.html two seconds after the page began to load, or as soon as there is content. */
export function leaveSplash() {
  const splash = document.getElementById('splash')
  if (!splash) return
  if (document.documentElement.dataset.splash === 'seen') return splash.remove()
  setTimeout(
    () => {
      splash.dataset.leaving = ''
      rememberSeen()
      setTimeout(() => splash.remove(), fadeMs)
    },
    Math.max(0, shownMs - performance.now()),
  )
}

// A reload in the same tab is not a first load.
function rememberSeen() {
  try {
    sessionStorage.setItem('splash', 'seen')
  } catch {
    // Storage is blocked: the next load shows it again.
  }
}
