/*
 * Runs in the head of a page, before anything is painted. A cached page is the same for every viewer, so this script
 * sets attributes from which the style sheets show the viewer's state: a signed-in viewer never sees a visitor's
 * header. It also stops the native submission of forms that are not hydrated yet.
 */
import { isTvAgent, TV_MODE_KEY } from '../tv/tv.ts'
import { setViewerAttributes } from './viewer-attributes.ts'

const root = document.documentElement
root.dataset.firstFrame = ''
// The footer of a phone starts as one button; without scripts it shows its links.
root.dataset.js = 'loading'
// deferred-rendering.browser.ts removes it; an incomplete page never runs that script.
setTimeout(() => delete root.dataset.firstFrame, 5_000)
addEventListener('submit', event => {
  const { dataset } = event.target
  if (dataset.hydrated !== 'false') return
  event.preventDefault()
  dataset.sent = ''
})
try {
  if (isTvAgent(navigator.userAgent) && localStorage.getItem(TV_MODE_KEY) !== 'off')
    showTelevision()
} catch {
  // Storage is blocked.
}
try {
  const [, cookie] = /(?:^|; )state=([^;.]+)/.exec(document.cookie) ?? []
  if (cookie) {
    const state = JSON.parse(atob(cookie.replace(/-/g, '+').replace(/_/g, '/')))
    setViewerAttributes(state)
    // Only this script sets it: a row that appears or disappears later would move the page.
    root.toggleAttribute('data-unfinished', state.profile?.has_unfinished === true)
  }
} catch {
  // Cookies are blocked, or the server will replace this one.
}

/* The page waits for the sheet, so that its texts do not grow while they are read. */
function showTelevision() {
  root.dataset.tv = ''
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = TV_STYLES_PATH
  link.setAttribute('blocking', 'render')
  document.head.append(link)
}
