import { useEffect, useState } from 'react'

/** Returns whether the page is being left, and a setter. Resets when back navigation restores the page. */
export function usePageExit(): [boolean, (isExiting: boolean) => void] {
  const [isExiting, setExiting] = useState(false)
  useEffect(() => {
    const wake = () => setExiting(false)
    addEventListener('pageshow', wake)
    return () => removeEventListener('pageshow', wake)
  }, [])
  return [isExiting, setExiting]
}
