/** Of sampled visits: loads what measures them, after `load` and in idle time. Nothing where the visitor asks not to be tracked. */
export const IDLE_MS = 1_000

const { doNotTrack, globalPrivacyControl } = navigator as Navigator & {
  globalPrivacyControl?: boolean
}
if (doNotTrack !== '1' && !globalPrivacyControl)
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle)

function whenIdle(): void {
  // Without a connection there is nothing to report to either.
  const load = () => import('./measure-vitals.browser.ts').catch(() => {})
  if ('requestIdleCallback' in window) requestIdleCallback(load, { timeout: IDLE_MS })
  else setTimeout(load, IDLE_MS)
}
