import { useEffect, useState } from 'react'

/**
 * Marks the root element of an island with a form as hydrated: `<div {...useHydrationMarker()}>`. Events before hydration are
 * buffered (src/lib/hydration/event-replay.browser.ts).
 */
export function useHydrationMarker(): { 'data-hydrated': boolean } {
  const [isReady, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  return { 'data-hydrated': isReady }
}
