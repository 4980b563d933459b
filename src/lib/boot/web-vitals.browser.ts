/** Loads the measurement of web vitals on sampled visits, a second after `load`. Does nothing if the visitor asks not to be tracked. */
const PAUSE_MS = 1_000

const { doNotTrack, globalPrivacyControl } = navigator as Navigator & {
  globalPrivacyControl?: boolean
}
if (doNotTrack !== '1' && !globalPrivacyControl)
  if (document.readyState === 'complete') loadLater()
  else addEventListener('load', loadLater)

function loadLater(): void {
  // The measurements could not be reported without a connection either.
  setTimeout(() => import('./measure-vitals.browser.ts').catch(() => {}), PAUSE_MS)
}

export {}
