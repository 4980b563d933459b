import { isTvAgent } from '../tv.ts'

/** TV mode is a matter of this browser: the cached page learns of it here. */
export function followTv(): void {
  if (!isTvAgent(navigator.userAgent) || sessionStorage.getItem('tv-off')) return
  document.documentElement.dataset.tv = ''
  void import('./tv-mode.ts').then(({ startTvMode }) => startTvMode())
}
