import { useEffect, useState } from 'react'

/** Whether the page is on its way elsewhere. Coming back from the bank by the back button, it can be pressed again. */
export function usePageExit(): [boolean, (isLeaving: boolean) => void] {
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => {
    const wake = () => setLeaving(false)
    addEventListener('pageshow', wake)
    return () => removeEventListener('pageshow', wake)
  }, [])
  return [isLeaving, setLeaving]
}
