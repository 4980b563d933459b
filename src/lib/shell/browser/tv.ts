/** TV mode is a matter of this browser: the cached page learns of it here. */
import { isAndroidTv, isTvMode, TV_CHOICE } from '../tv.ts'

export function followTv(): void {
  if (!isTvMode()) return
  document.documentElement.dataset.tv = ''
  void import('./tv-mode.ts').then(({ startTvMode }) => startTvMode())
  if (localStorage.getItem(TV_CHOICE) !== 'on') showBanner()
}

function showBanner(): void {
  const banner = document.querySelector<HTMLElement>('[data-tv-banner]')
  if (!banner) return
  const app = banner.querySelector<HTMLElement>('[data-tv-app]')
  if (app) app.hidden = !isAndroidTv(navigator.userAgent)
  banner.hidden = false
  const choose = (mode: 'on' | 'off') => {
    localStorage.setItem(TV_CHOICE, mode)
    banner.hidden = true
    if (mode === 'off') delete document.documentElement.dataset.tv
  }
  banner.querySelector('[data-tv-web]')?.addEventListener('click', () => choose('on'))
  banner.querySelector('[data-tv-close]')?.addEventListener('click', () => choose('off'))
}
