import { useEffect, useEffectEvent } from 'react'

/** https://html.spec.whatwg.org/multipage/interaction.html#closewatcher; not in TypeScript's library yet. */
declare class CloseWatcher {
  onclose: (() => void) | null
  destroy(): void
}

/**
 * Calls `onClose` where the system asks to close what is open, such as by Android's Back, which would leave the page otherwise. One
 * request for each `layer`: another value is another layer.
 */
export function useCloseRequest(onClose: () => void, layer: string) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!('CloseWatcher' in window)) return undefined
    const watcher = new CloseWatcher()
    watcher.onclose = () => close()
    return () => watcher.destroy()
  }, [layer])
}
