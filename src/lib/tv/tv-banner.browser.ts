/** Shows the banner of TV mode and stores its answer. Only TVs load this file. */

import { deviceStorage } from '../storage/web-storage.ts'
import { writeCookie } from '../storage/write-cookie.ts'
import { isAndroidTv, TV_MODE_KEY } from './tv.ts'

const banner = document.querySelector<HTMLElement>('[data-tv-banner]')
if (banner && deviceStorage.get(TV_MODE_KEY) !== 'on') show(banner)

function show(shown: HTMLElement): void {
  const app = shown.querySelector<HTMLElement>('[data-tv-app]')
  if (app) app.hidden = !isAndroidTv(navigator.userAgent)
  shown.hidden = false
  const choose = (mode: 'on' | 'off') => {
    deviceStorage.set(TV_MODE_KEY, mode)
    // Read by the server, which writes `isTvAgent`.
    writeCookie(`${TV_MODE_KEY}=${mode}; Path=/; Max-Age=31536000; SameSite=Lax`)
    shown.hidden = true
    if (mode === 'off') delete document.documentElement.dataset.tv
  }
  shown.querySelector('[data-tv-web]')?.addEventListener('click', () => choose('on'))
  shown.querySelector('[data-tv-close]')?.addEventListener('click', () => choose('off'))
}
