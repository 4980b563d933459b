/** Elements that a slow phone lays out and paints within a frame or two: about a row of cards. */
const AT_A_TIME = 120
const PATIENCE_MS = 500
/** Of Safari, which does not say when it has nothing else to do. */
const PAUSE_MS = 50

/**
 * What begins out of sight (`.later`) comes after the first frame, from above and in pauses, and at once when somebody acts: left to
 * itself a browser lays out two screens more than it shows before it shows anything.
 */
export function comeLater(): void {
  const parts = [...document.querySelectorAll<HTMLElement>('.later')]
  const acted = new AbortController()
  const end = () => {
    acted.abort()
    delete document.documentElement.dataset.firstFrame
  }
  const come = () => {
    if (acted.signal.aborted) return
    for (let elements = 0; elements < AT_A_TIME; ) {
      const part = parts.shift()
      if (!part) return end()
      part.dataset.come = ''
      elements += part.querySelectorAll('*').length
    }
    pause(come)
  }
  for (const sign of ['scroll', 'pointerdown', 'keydown'])
    addEventListener(sign, end, { signal: acted.signal, passive: true })
  pause(come)
}

function pause(then: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(then, { timeout: PATIENCE_MS })
  else setTimeout(then, PAUSE_MS)
}
