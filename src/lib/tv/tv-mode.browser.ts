/** Turns on TV mode in this browser: the pages are cached, so the server cannot. */
import { isTvMode } from './tv.ts'

export function initTvMode(): void {
  if (!isTvMode()) return
  document.documentElement.dataset.tv = ''
  void import('./arrow-keys.browser.ts')
}
