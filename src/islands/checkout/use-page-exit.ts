import { useEffect, useState } from 'react'

/** Whether the page is being left. Resets when back navigation restores the page. */
export function usePageExit(): [boolean, (isLeaving: boolean) => void] {
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => {
    const wake = () => setLeaving(false)
    addEventListener('pageshow', wake)
    return () => removeEventListener('pageshow', wake)
  }, [])
  return [isLeaving, setLeaving]
}
