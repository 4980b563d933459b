import { useEffect, useEffectEvent, useState } from 'react'

const HIDE_AFTER_MS = 3_000
const TV_HIDE_AFTER_MS = 5_000

/** Shows the controls on mouse moves and focus, and hides them after a while. `isHeld` or a press on them keeps them visible. */
export function useControlsVisibility(root: HTMLElement, isHeld: boolean, isTv: boolean) {
  const [areShown, setShown] = useState(true)
  const hideAfter = isTv ? TV_HIDE_AFTER_MS : HIDE_AFTER_MS
  /** A counter of activities that restarts the timer. */
  const [activity, setActivity] = useState(0)

  function show() {
    setShown(true)
    setActivity(count => count + 1)
  }

  const [isPressed, setPressed] = useState(false)
  const isStatic = isHeld || isPressed
  const onActivity = useEffectEvent(show)
  useEffect(() => {
    const unmounted = new AbortController()
    const { signal } = unmounted
    const onMove = (event: PointerEvent) => event.pointerType === 'mouse' && onActivity()
    root.addEventListener('pointermove', onMove, { signal })
    const onDown = ({ target }: PointerEvent) =>
      setPressed(target instanceof Element && target.closest('.controls') !== null)
    const onUp = () => setPressed(false)
    root.addEventListener('pointerdown', onDown, { signal })
    root.addEventListener('pointerup', onUp, { signal })
    root.addEventListener('pointercancel', onUp, { signal })
    root.addEventListener('focusin', () => onActivity(), { signal })
    return () => unmounted.abort()
  }, [root])

  useEffect(() => {
    if (isStatic || !areShown) return
    const timer = setTimeout(() => setShown(false), hideAfter)
    return () => clearTimeout(timer)
  }, [isStatic, areShown, activity, hideAfter])

  return { areVisible: areShown || isStatic, show, hide: () => setShown(false) }
}
