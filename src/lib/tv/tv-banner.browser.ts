/** Shows the banner of TV mode, and remembers its answer. Televisions alone load this file. */
import { isAndroidTv, TV_MODE_KEY } from './tv.ts'

const banner = document.querySelector<HTMLElement>('[data-tv-banner]')
if (banner && localStorage.getItem(TV_MODE_KEY) !== 'on') show(banner)

function show(shown: HTMLElement): void {
  const app = shown.querySelector<HTMLElement>('[data-tv-app]')
  if (app) app.hidden = !isAndroidTv(navigator.userAgent)
  shown.hidden = false
  const choose = (mode: 'on' | 'off') => {
    localStorage.setItem(TV_MODE_KEY, mode)
    // For the server, which writes `isTvAgent`.
    // biome-ignore lint/suspicious/noDocumentCookie: televisions have no cookie store
    document.cookie = `${TV_MODE_KEY}=${mode}; Path=/; Max-Age=31536000; SameSite=Lax`
    shown.hidden = true
    if (mode === 'off') delete document.documentElement.dataset.tv
  }
  shown.querySelector('[data-tv-web]')?.addEventListener('click', () => choose('on'))
  shown.querySelector('[data-tv-close]')?.addEventListener('click', () => choose('off'))
}
