import { useEffect, useState } from 'react'

/**
 * The hydration marker, for the root element of an island with a form: `<div {...useHydrationMarker()}>`. Events before
 * hydration are buffered (src/lib/hydration/event-replay.browser.ts).
 */
export function useHydrationMarker(): { 'data-hydrated': boolean } {
  const [isReady, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  return { 'data-hydrated': isReady }
}
