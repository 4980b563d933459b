import { useEffect, useEffectEvent, useState } from 'react'

const REST_MS = 3_000
const TV_REST_MS = 5_000

/** The bar is on screen while somebody moves, and rests a while after; `isHeld` keeps it there. */
export function useControlsVisibility(root: HTMLElement, isHeld: boolean, isTv: boolean) {
  const [areControlsVisible, setAwake] = useState(true)
  const rest = isTv ? TV_REST_MS : REST_MS
  const [stir, setStir] = useState(0)

  const wake = useEffectEvent(() => {
    setAwake(true)
    setStir(count => count + 1)
  })

  useEffect(() => {
    const gone = new AbortController()
    const { signal } = gone
    const move = (event: PointerEvent) => event.pointerType === 'mouse' && wake()
    root.addEventListener('pointermove', move, { signal })
    root.addEventListener('focusin', () => wake(), { signal })
    return () => gone.abort()
  }, [root])

  useEffect(() => {
    if (isHeld || !areControlsVisible) return
    const timer = setTimeout(() => setAwake(false), rest)
    return () => clearTimeout(timer)
  }, [isHeld, areControlsVisible, stir, rest])

  return {
    areControlsVisible: areControlsVisible || isHeld,
    wake() {
      setAwake(true)
      setStir(count => count + 1)
    },
    sleep: () => setAwake(false),
  }
}
