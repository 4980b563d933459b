import { useEffect, useState } from 'react'

/**
 * For the outermost element of an island with a form: `<div {...useHydrationMarker()}>`. Until then what is pressed waits
 * (src/lib/hydration/event-replay.browser.ts).
 */
export function useHydrationMarker(): { 'data-hydrated': boolean } {
  const [isReady, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  return { 'data-hydrated': isReady }
}
