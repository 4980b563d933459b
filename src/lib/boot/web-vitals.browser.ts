/**
 * Loads the measurement of web vitals on sampled visits, after `load` and in idle time. Does nothing if the visitor
 * asks not to be tracked.
 */
import { whenIdle } from './when-idle.ts'

const IDLE_MS = 1_000

const { doNotTrack, globalPrivacyControl } = navigator as Navigator & {
  globalPrivacyControl?: boolean
}
if (doNotTrack !== '1' && !globalPrivacyControl)
  if (document.readyState === 'complete') loadWhenIdle()
  else addEventListener('load', loadWhenIdle)

function loadWhenIdle(): void {
  // The measurements could not be reported without a connection either.
  const load = () => import('./measure-vitals.browser.ts').catch(() => {})
  whenIdle(load, { timeout: IDLE_MS, pause: IDLE_MS })
}
