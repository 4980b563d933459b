/** Turns on TV mode in this browser: the pages are cached, so the server cannot. */
import { isAndroidTv, isTvMode, TV_MODE_KEY } from './tv.ts'

export function initTvMode(): void {
  if (!isTvMode()) return
  document.documentElement.dataset.tv = ''
  void import('./arrow-keys.browser.ts')
  if (localStorage.getItem(TV_MODE_KEY) !== 'on') showBanner()
}

function showBanner(): void {
  const banner = document.querySelector<HTMLElement>('[data-tv-banner]')
  if (!banner) return
  const app = banner.querySelector<HTMLElement>('[data-tv-app]')
  if (app) app.hidden = !isAndroidTv(navigator.userAgent)
  banner.hidden = false
  const choose = (mode: 'on' | 'off') => {
    localStorage.setItem(TV_MODE_KEY, mode)
    banner.hidden = true
    if (mode === 'off') delete document.documentElement.dataset.tv
  }
  banner.querySelector('[data-tv-web]')?.addEventListener('click', () => choose('on'))
  banner.querySelector('[data-tv-close]')?.addEventListener('click', () => choose('off'))
}
