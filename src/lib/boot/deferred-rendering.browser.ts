/** Signs that somebody is here, and may look further down. */
export const INTERACTION_EVENTS = ['scroll', 'pointerdown', 'keydown'] as const
/** Elements that a slow phone lays out and paints within a frame or two: what it shows of a row of cards. */
const AT_A_TIME = 80
const PATIENCE_MS = 500
/** Of Safari, which does not say when it has nothing else to do. */
const PAUSE_MS = 50

/**
 * What begins out of sight (`.deferred` below, `.deferred-card` in its row) comes after the first frame, from above and in pauses, and at once when
 * somebody acts: left to itself a browser lays out two screens more than it shows before it shows anything.
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

/** Without what is held back within it. Of what is not there as much as of a whole part: nothing follows it. */
function sizeOf(part: HTMLElement | undefined): number {
  if (!part) return AT_A_TIME
  const { length } = part.querySelectorAll('*')
  return length - part.querySelectorAll('.deferred-card:not([data-rendered]) *').length
}

function pause(then: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(then, { timeout: PATIENCE_MS })
  else setTimeout(then, PAUSE_MS)
}
