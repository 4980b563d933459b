import { type FocusEvent, useLayoutEffect, useRef } from 'react'
import type { Notification } from '#src/lib/notifications/notifications.store.ts'

const TOAST = '[data-toast]'

/**
 * Preserves keyboard focus when the notification that has it disappears: the focus moves to the next notification, or back to where
 * it was before. Spread the returned props on the element around the notifications.
 */
export function useToastFocus(shown: readonly Notification[]) {
  const region = useRef<HTMLElement>(null)
  const focusedId = useRef<string | null>(null)
  const focusedBefore = useRef<HTMLElement | null>(null)

  useLayoutEffect(() => {
    const id = focusedId.current
    if (id === null || shown.some(one => one.id === id && !one.isFadingOut)) return
    focusedId.current = null
    const next = region.current?.querySelector(`[data-toast="${nextToast(shown, id)}"]`)
    const button = next?.querySelector('button')
    const before = focusedBefore.current?.isConnected ? focusedBefore.current : null
    const target = button ?? before ?? document.querySelector<HTMLElement>('main')
    target?.focus({ preventScroll: true })
  }, [shown])

  return {
    ref: region,
    onFocus({ target, relatedTarget }: FocusEvent<HTMLElement>) {
      focusedId.current = target.closest<HTMLElement>(TOAST)?.dataset.toast ?? null
      if (relatedTarget instanceof HTMLElement && !region.current?.contains(relatedTarget))
        focusedBefore.current = relatedTarget
    },
    onBlur({ target }: FocusEvent<HTMLElement>) {
      // A removed element loses the focus too, and the effect above still needs its id.
      if (target.isConnected) focusedId.current = null
    },
  }
}

/** Returns the id of the next notification, else of the previous one. */
function nextToast(shown: readonly Notification[], id: string): string | undefined {
  const index = shown.findIndex(one => one.id === id)
  const below = shown.slice(index + 1).find(one => !one.isFadingOut)
  const above = shown.slice(0, Math.max(0, index)).findLast(one => !one.isFadingOut)
  return (below ?? above)?.id
}
