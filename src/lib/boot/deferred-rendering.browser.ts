/** Events that suggest the viewer may scroll down next. */
export const INTERACTION_EVENTS = ['scroll', 'pointerdown', 'keydown'] as const
/** Number of elements that a slow phone lays out and paints within two frames, about one row of cards. */
const AT_A_TIME = 80
const PATIENCE_MS = 500
/** Used in Safari, which has no requestIdleCallback. */
const PAUSE_MS = 50

/**
 * Renders off-screen parts (`.deferred` below the fold, `.deferred-card` at the end of a row) after the first frame, in
 * idle time and from top to bottom. Renders all of them at once when the viewer interacts. Without this, a browser lays
 * out two more screens than it shows before its first paint.
 */
export function renderDeferred({ atOnce }: { atOnce: boolean }): void {
  const all = (parts: string) => [...document.querySelectorAll<HTMLElement>(parts)]
  const parts = [...all('.deferred'), ...all('.deferred-card')]
  const acted = new AbortController()
  const end = () => {
    acted.abort()
    delete document.documentElement.dataset.firstFrame
  }
  const come = () => {
    if (acted.signal.aborted) return
    let elements = 0
    do {
      const part = parts.shift()
      if (part) part.dataset.rendered = ''
      elements += sizeOf(part)
    } while (elements + sizeOf(parts[0]) <= AT_A_TIME)
    if (parts.length > 0) pause(come)
    else end()
  }
  for (const act of INTERACTION_EVENTS)
    addEventListener(act, end, { signal: acted.signal, passive: true })
  if (atOnce) end()
  else pause(come)
}

/**
 * Counts the elements to render, without the parts inside that are still deferred. Without a part it returns the limit,
 * which ends the batch.
 */
function sizeOf(part: HTMLElement | undefined): number {
  if (!part) return AT_A_TIME
  const { length } = part.querySelectorAll('*')
  return length - part.querySelectorAll('.deferred-card:not([data-rendered]) *').length
}

function pause(then: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(then, { timeout: PATIENCE_MS })
  else setTimeout(then, PAUSE_MS)
}
