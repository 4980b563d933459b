import { useEffect, useState } from 'react'

/**
 * For the outermost element of an island with a form: `<div {...useReady()}>`. Until then what is pressed waits
 * (src/lib/shell/browser/early.ts).
 */
export function useReady(): { 'data-ready': boolean } {
  const [isReady, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  return { 'data-ready': isReady }
}
