/**
 * A chat page that has turned against its visitors: every known way to reach the session, navigate the window away, cover it or
 * send messages to it. Each starts with a click on its button, because browsers refuse much to a page without user interaction. The
 * page logs the result of each to its console.
 */
const attempts: Record<string, string> = {
  // reading
  'read the page': `return parent.document.title`,
  'read the stored session': `return parent.localStorage.getItem('token')`,
  'read the topmost storage': `return top.localStorage.getItem('user')`,
  'read the address': `return top.location.href`,
  'learn who frames it': `return document.referrer || location.ancestorOrigins[1] || refused()`,
  'call a function of the page': `return parent.fetch('/api/profile')`,
  'find its inside through the window': `return parent.__TSR_ROUTER__.state`,
  'read it through an opener': `return opener.document.title`,
  'ask the API with the cookies': `return (await fetch(app + '/api/profile', { credentials: 'include' })).text()`,
  'frame the wallet': `
    const frame = document.createElement('iframe')
    frame.src = app + '/wallet'
    document.body.append(frame)
    await new Promise((loaded) => frame.addEventListener('load', loaded))
    return frame.contentDocument.body.innerText`,
  // navigating away
  'set the top address': `top.location.href = evil; return 'set'`,
  'replace the top address': `top.location.replace(evil); return 'replaced'`,
  'run a script in the parent': `parent.location = 'javascript:alert(1)'; return 'set'`,
  'change only the hash': `top.location.hash = 'phish'; return 'set'`,
  'open into the top': `return open(evil, '_top') ? 'opened' : refused()`,
  'open into the parent': `return open(evil, '_parent') ? 'opened' : refused()`,
  'open a window': `return open(evil) ? 'opened' : refused()`,
  'open a window by link': `click('<a target="_blank" href="' + evil + '">x</a>'); return 'clicked'`,
  'lead away by link': `click('<a target="_top" href="' + evil + '">x</a>'); return 'clicked'`,
  'lead away by form': `submit('<form target="_top" action="' + evil + '"></form>'); return 'sent'`,
  'send a form to a new window': `submit('<form target="_blank" method="post" action="' + evil + '"></form>'); return 'sent'`,
  'send a form to the API': `submit('<form target="_top" method="post" action="' + app + '/api/logout"></form>'); return 'sent'`,
  'close the window': `top.close(); return 'closed'`,
  // covering
  'show an alert': `alert('Your session has ended'); return refused()`,
  'ask for the password': `return prompt('Password') ?? refused()`,
  'ask a question': `return confirm('Send your coins?') || refused()`,
  'fill the screen': `await document.body.requestFullscreen(); return 'full'`,
  'hold the pointer': `await document.body.requestPointerLock(); return 'held'`,
  'grow its frame': `frameElement.style.position = 'fixed'; return 'grown'`,
  print: `print(); return refused()`,
  // the visitor's data and devices
  'take the camera': `await navigator.mediaDevices.getUserMedia({ video: true }); return 'taken'`,
  'find the place': `return new Promise((found, failed) => navigator.geolocation.getCurrentPosition(() => found('found'), failed))`,
  'read the clipboard': `return (await navigator.clipboard.readText()) + 'read'`,
  'change the clipboard': `await navigator.clipboard.writeText('0xEVIL'); return 'written'`,
  'put a file on the disk': `click('<a download="update.apk" href="data:application/octet-stream,x">x</a>'); return 'clicked'`,
  // messages
  'tell the page to sign out': `parent.postMessage({ type: 'SIGN_OUT' }, '*'); return 'said'`,
  'tell it where to go': `parent.postMessage({ type: 'navigate', to: '/withdraw', url: evil }, '*'); return 'said'`,
  'tell it of a new session': `parent.postMessage({ token: 'x', user: { id: 1, role: 'admin' } }, '*'); return 'said'`,
  'ask for the token': `
    addEventListener('message', (event) => console.log('ANSWERED ' + JSON.stringify(event.data)))
    parent.postMessage('token?', '*', [new MessageChannel().port2])
    return 'said'`,
  'speak as the worker does': `parent.postMessage({ type: 'SKIP_WAITING' }, '*'); return 'said'`,
  'speak to other tabs': `new BroadcastChannel('storage').postMessage({ key: 'token', newValue: null }); return 'said'`,
}

export const attemptNames = Object.keys(attempts)

export function hostileChat(app: string): string {
  return `<!doctype html><title>Chat</title><body><h1>Chat</h1><button>Send</button><script>
    const app = ${JSON.stringify(app)}
    const evil = 'https://evil.test/phish'
    const refused = () => { throw new Error('refused') }
    const put = (markup) => { document.body.insertAdjacentHTML('beforeend', markup); return document.body.lastElementChild }
    const click = (markup) => put(markup).click()
    const submit = (markup) => put(markup).submit()
    const patience = () => new Promise((give, up) => setTimeout(() => up(new Error('nothing came')), 1500))
    const attempts = { ${Object.entries(attempts)
      .map(([name, body]) => `${JSON.stringify(name)}: async () => { ${body} }`)
      .join(',\n')} }
    const rest = Object.entries(attempts)
    document.querySelector('button').addEventListener('click', async () => {
      const [name, attempt] = rest.shift()
      let outcome
      try { outcome = 'GOT ' + await Promise.race([attempt(), patience()]) } catch { outcome = 'refused' }
      console.log('ATTEMPT ' + name + ': ' + outcome)
    })
  </script>`
}
